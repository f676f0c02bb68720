import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.internals.Topic;
import org.apache.kafka.common.utils.Utils;

/** Keys, group ids and topic names: what is hashed, and what may be a name. */
class HashCases {
    private static final List<String> PARTS = List.of(
        "a", "b", "Z", "0", "9", ".", "_", "-", "..", "topic", "__", " ", "/", "\\", ",", ":", "\"", "'", ";", "*", "?",
        "=", "\n", "\t", "\0", "é", "ß", "\u4e2d", "\uD83D\uDCD1", "\uD800", "\uFFFF");
    private static final List<String> NAMES = List.of(
        "", ".", "..", "...", "__consumer_offsets", "__transaction_state", "__share_group_state", "__cluster_metadata",
        "_consumer_offsets", "a".repeat(249), "a".repeat(250), "\uD83D\uDCD1".repeat(125));

    static List<Map<String, Object>> murmur2(Random random) {
        byte[] key;
        String kind;
        Object value = null;
        String text = null;
        switch (random.nextInt(4)) {
            case 0 -> {
                kind = "bytes";
                key = new byte[random.nextInt(40)];
                random.nextBytes(key);
            }
            case 1 -> {
                kind = "string";
                text = text(random, 12).replace("\uD800", "");  // A lone surrogate has no UTF-8.
                key = text.getBytes(StandardCharsets.UTF_8);
            }
            case 2 -> {
                kind = "int32";
                int number = random.nextInt();
                value = number;
                key = ByteBuffer.allocate(4).putInt(number).array();
            }
            default -> {
                kind = "int64";
                long number = random.nextLong();
                value = String.valueOf(number);
                key = ByteBuffer.allocate(8).putLong(number).array();
            }
        }
        int hash = Utils.murmur2(key);
        Map<String, Integer> partitions = new TreeMap<>();
        for (int i = 0; i < 4; i++) {
            int n = 1 + random.nextInt(i == 0 ? 1000 : 16);
            partitions.put(String.valueOf(n), Utils.toPositive(hash) % n);
        }
        return List.of(Recorder.caseOf("kind", kind, "text", text, "value", value, "key_hex", HexFormat.of().formatHex(key),
            "murmur2", hash, "to_positive", Utils.toPositive(hash), "partitions", partitions));
    }

    /** As GroupCoordinatorService does; one id in eight is built to hash to an edge of the range. */
    static List<Map<String, Object>> coordinatorPartition(Random random) {
        List<Integer> edges = List.of(Integer.MIN_VALUE, Integer.MIN_VALUE + 1, Integer.MAX_VALUE, 0, -1, 1);
        String group = random.nextInt(8) == 0 ? hashingTo(Recorder.oneOf(random, edges)) : text(random, 12);
        int partitions = random.nextInt(3) == 0 ? 1 + random.nextInt(200) : 50;
        return List.of(Recorder.caseOf("group_id", group, "hash", group.hashCode(), "n", partitions,
            "partition", Utils.abs(group.hashCode()) % partitions));
    }

    static List<Map<String, Object>> topicNames(Random random) {
        String name = name(random);
        if (random.nextInt(3) == 0) {
            String other = random.nextBoolean() ? name(random) : name.replace(random.nextBoolean() ? '.' : '_', '_');
            return List.of(Recorder.caseOf("a", name, "b", other, "collide", Topic.hasCollision(name, other),
                "unified_a", Topic.unifyCollisionChars(name), "chars_a", Topic.hasCollisionChars(name)));
        }
        String error = null;
        try {
            Topic.validate(name);
        } catch (InvalidTopicException refusal) {
            error = refusal.getMessage();
        }
        return List.of(Recorder.caseOf("name", name, "valid", error == null, "error", error,
            "internal", Topic.isInternal(name), "has_collision_chars", Topic.hasCollisionChars(name)));
    }

    private static String name(Random random) {
        if (random.nextInt(6) == 0) return Recorder.oneOf(random, NAMES);
        StringBuilder name = new StringBuilder();
        int kinds = random.nextInt(3) == 0 ? PARTS.size() : 11;
        for (int i = random.nextInt(8); i >= 0; i--) name.append(PARTS.get(random.nextInt(kinds)));
        return name.toString();
    }

    private static String text(Random random, int most) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(most); i > 0; i--) {
            text.append(random.nextInt(3) == 0 ? Recorder.oneOf(random, PARTS) : String.valueOf((char) ('a' + random.nextInt(26))));
        }
        return text.toString();
    }

    private static String hashingTo(int hash) {
        long rest = Integer.toUnsignedLong(hash);
        StringBuilder text = new StringBuilder();
        for (; rest > 0; rest /= 31) text.insert(0, (char) (rest % 31));
        return text.toString();
    }
}
