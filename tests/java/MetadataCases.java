import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.metadata.MetadataJsonConverters;
import org.apache.kafka.common.metadata.MetadataRecordType;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/** Records of the metadata log of every type and version, as bytes and as JSON: MetadataCases SEED CASES FILE. */
public class MetadataCases {
    private static final JsonMapper JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final List<String> TEXTS = List.of("", "a", "orders", "\u4e2d\uD83D\uDCD1", "x".repeat(130));

    public static void main(String[] arguments) throws IOException {
        Random random = new Random(Long.parseLong(arguments[0]));
        try (Writer lines = Files.newBufferedWriter(Path.of(arguments[2]))) {
            List<Map.Entry<MetadataRecordType, Short>> kinds = kinds();
            for (int written = 0; written < Integer.parseInt(arguments[1]); ) {
                Map.Entry<MetadataRecordType, Short> kind = kinds.get(random.nextInt(kinds.size()));
                ApiMessage message = kind.getKey().newMetadataRecord();
                fill(message, random, random.nextDouble());
                try {
                    lines.write(JSON.writeValueAsString(caseOf(message, kind.getValue())) + "\n");
                    written++;
                } catch (UnsupportedVersionException tooOld) {
                    // This version has no place for a field that was filled.
                }
            }
        }
    }

    private static List<Map.Entry<MetadataRecordType, Short>> kinds() {
        List<Map.Entry<MetadataRecordType, Short>> kinds = new ArrayList<>();
        for (MetadataRecordType type : MetadataRecordType.values()) {
            for (short v = type.lowestSupportedVersion(); v <= type.highestSupportedVersion(); v++) {
                kinds.add(Map.entry(type, v));
            }
        }
        return kinds;
    }

    private static Map<String, Object> caseOf(ApiMessage message, short version) {
        ApiMessageAndVersion both = new ApiMessageAndVersion(message, version);
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer bytes = ByteBuffer.allocate(MetadataRecordSerde.INSTANCE.recordSize(both, cache));
        MetadataRecordSerde.INSTANCE.write(both, cache, new ByteBufferAccessor(bytes));
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("type", message.getClass().getSimpleName());
        made.put("version", version);
        made.put("hex", HexFormat.of().formatHex(bytes.array()));
        made.put("fields", MetadataJsonConverters.writeJson(message, version));
        return made;
    }

    /** Sets each field of a message with a chance; in the order of their names, since Java promises none. */
    static void fill(Object message, Random random, double chance) {
        List<Method> setters = Stream.of(message.getClass().getDeclaredMethods())
            .filter(method -> method.getName().startsWith("set") && method.getParameterCount() == 1)
            .sorted(Comparator.comparing(Method::getName)).toList();
        for (Method setter : setters) {
            if (random.nextDouble() >= chance) continue;
            try {
                Object value = value(setter, random);
                if (value != null) setter.invoke(message, value);
            } catch (ReflectiveOperationException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }

    private static Object value(Method setter, Random random) throws ReflectiveOperationException {
        Class<?> kind = setter.getParameterTypes()[0];
        if (kind == byte.class) return (byte) (random.nextInt(4) - 1);
        if (kind == short.class) return (short) random.nextInt(1 << 16);
        if (kind == int.class && setter.getName().equals("setPort")) return random.nextInt(1 << 16);
        if (kind == int.class) return random.nextBoolean() ? random.nextInt(10) - 2 : random.nextInt();
        if (kind == long.class) return random.nextLong();
        if (kind == double.class) return random.nextDouble();
        if (kind == boolean.class) return random.nextBoolean();
        if (kind == String.class) return TEXTS.get(random.nextInt(TEXTS.size()));
        if (kind == Uuid.class) return new Uuid(random.nextLong(), random.nextLong());
        if (kind == byte[].class) return new byte[random.nextInt(5)];
        List<Object> several = kind == List.class ? new ArrayList<>() : null;
        boolean isSet = kind.getGenericSuperclass() instanceof ParameterizedType;
        if (several == null) return isSet ? collection(kind, random) : item(kind, random);
        ParameterizedType list = (ParameterizedType) setter.getGenericParameterTypes()[0];
        for (int n = random.nextInt(4); n > 0; n--) several.add(item((Class<?>) list.getActualTypeArguments()[0], random));
        return several;
    }

    private static Object item(Class<?> kind, Random random) throws ReflectiveOperationException {
        if (kind == Integer.class) return random.nextInt(200);
        if (kind == Short.class) return (short) random.nextInt(200);
        if (kind == Uuid.class) return new Uuid(random.nextLong(), random.nextLong());
        if (kind == String.class) return TEXTS.get(random.nextInt(TEXTS.size()));
        Object made = kind.getDeclaredConstructor().newInstance();
        fill(made, random, 1.0);
        return made;
    }

    /** A generated collection whose elements are found by their names. */
    @SuppressWarnings("unchecked")
    private static Object collection(Class<?> kind, Random random) throws ReflectiveOperationException {
        ParameterizedType parent = (ParameterizedType) kind.getGenericSuperclass();
        Object made = kind.getDeclaredConstructor().newInstance();
        Class<?> element = (Class<?>) parent.getActualTypeArguments()[0];
        for (int n = random.nextInt(3); n > 0; n--) ((java.util.Collection<Object>) made).add(item(element, random));
        return made;
    }
}
