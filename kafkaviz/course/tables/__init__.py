"""The two tables of the articles, to be filled in from films: whose duty it is, and what partitions and replicas do."""

from typing import Final

from kafkaviz.course.tables.copies import PARTITIONS_AND_REPLICAS
from kafkaviz.course.tables.duties import DUTIES
from kafkaviz.course.tables.table import ArticleTable

TABLES: Final[dict[str, ArticleTable]] = {table.name: table for table in (DUTIES, PARTITIONS_AND_REPLICAS)}
