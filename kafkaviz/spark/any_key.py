"""murmur2 of any key, as a column: computed inside the JVM where there is one, else by numpy in a Python worker."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import Column

_CLASS = "org.apache.commons.codec.digest.MurmurHash2"


def murmur2_of_key(key: "Column") -> "Column":
    """Returns the murmur2 hash (int, signed) of a column of keys, binary or string; a missing key stays missing.

    A session with a Java machine of its own hashes there, by a class of Commons Codec, which comes with Spark: as dear
    as Spark's own `hash()`. Behind Spark Connect, whose client builds no expression of the JVM's, the keys go through
    a Python worker, at some three times the cost.

    >>> one = spark.createDataFrame([("foobar",)], "key string")  # doctest: +SKIP
    >>> one.select(murmur2_of_key(F.col("key"))).first()[0]  # doctest: +SKIP
    -790332482

    Kafka: org.apache.kafka.common.utils.Utils.murmur2, whose seed is that class's own.
    """
    from py4j.protocol import Py4JError  # type: ignore[import-untyped]

    try:
        return murmur2_in_jvm(key)
    # What is not there, Java's gateway finds out only when it is called.
    except (AttributeError, TypeError, Py4JError):
        return murmur2_in_python(key)


def murmur2_in_jvm(key: Any) -> "Column":
    """Returns the hash (int) of a key as a call of a Java method, of which Spark's generated code makes a plain one.

    Raises AttributeError, TypeError or Py4JError where there is no JVM of this process or no such method in it.
    """
    import pyspark.sql.functions as F
    from pyspark import SparkContext
    from pyspark.sql.classic.column import Column

    java: Any = SparkContext._jvm
    utils = java.org.apache.spark.sql.classic.ExpressionUtils
    as_scala = java.scala.jdk.javaapi.CollectionConverters.asScala
    data, given = key.cast("binary"), java.java.util.ArrayList()
    for argument in (data, F.octet_length(data)):
        given.add(utils.expression(argument._jc))
    hashed = java.org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke(
        java.java.lang.Class.forName(_CLASS),
        java.org.apache.spark.sql.types.DataType.fromDDL("int"),
        "hash32",
        as_scala(given).toSeq(),
        as_scala(java.java.util.ArrayList()).toSeq(),
        True,  # a missing argument makes the result missing
        False,  # the method itself gives no null
        True,  # the same key, the same hash
        java.scala.Option.empty(),
    )
    column: Column = Column(utils.column(hashed))
    return column


def murmur2_in_python(key: "Column") -> "Column":
    """Returns the hash (int) of a key from a Python worker, which hashes thousands of keys at a time."""
    import pyarrow as pa
    import pyspark.sql.functions as F

    def hashed(keys: pa.Array) -> pa.Array:
        from kafkaviz.spark.kernel import murmur2_array

        return murmur2_array(keys)

    return F.arrow_udf(hashed, "int")(key)  # type: ignore[attr-defined,no-any-return]  # pyspark's types leave it out
