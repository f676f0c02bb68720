import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Assignment;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.internals.ConsumerProtocol;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.apache.kafka.common.message.ConsumerProtocolAssignmentJsonConverter;
import org.apache.kafka.common.message.ConsumerProtocolSubscriptionJsonConverter;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.record.internal.ControlRecordType;
import org.apache.kafka.common.record.internal.FileRecords;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.coordinator.common.runtime.CoordinatorRecord;
import org.apache.kafka.coordinator.group.GroupCoordinatorRecordSerde;
import org.apache.kafka.coordinator.group.generated.CoordinatorRecordJsonConverters;
import org.apache.kafka.coordinator.group.generated.CoordinatorRecordType;
import org.apache.kafka.coordinator.group.generated.GroupMetadataValue;
import org.apache.kafka.server.common.ApiMessageAndVersion;

/**
 * Records of __consumer_offsets as bytes and as JSON, of every type and version: GroupCases SEED CASES FILE. With two
 * arguments, FOLDER and FILE, it decodes those in the folder's directories of __consumer_offsets.
 */
public class GroupCases {
    private static final JsonMapper JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final GroupCoordinatorRecordSerde SERDE = new GroupCoordinatorRecordSerde();

    public static void main(String[] arguments) throws IOException {
        try (Writer lines = Files.newBufferedWriter(Path.of(arguments[arguments.length - 1]))) {
            if (arguments.length == 2) decode(Path.of(arguments[0]), lines);
            else make(new Random(Long.parseLong(arguments[0])), Integer.parseInt(arguments[1]), lines);
        }
    }

    private static void make(Random random, int cases, Writer lines) throws IOException {
        List<Map.Entry<CoordinatorRecordType, Short>> kinds = new ArrayList<>();
        for (CoordinatorRecordType type : CoordinatorRecordType.values())
            for (short v = type.lowestSupportedVersion(); v <= type.highestSupportedVersion(); v++)
                kinds.add(Map.entry(type, v));
        for (int written = 0; written < cases; ) {
            Map.Entry<CoordinatorRecordType, Short> kind = kinds.get(random.nextInt(kinds.size()));
            CoordinatorRecordType type = kind.getKey();
            short version = kind.getValue();
            ApiMessage key = type.newRecordKey();
            ApiMessage value = random.nextInt(8) == 0 ? null : type.newRecordValue();
            MetadataCases.fill(key, random, 1.0);
            if (value != null) MetadataCases.fill(value, random, random.nextDouble());
            if (value instanceof GroupMetadataValue group) group.members().forEach(member -> subscribe(member, random));
            CoordinatorRecord record = value == null
                ? CoordinatorRecord.tombstone(key)
                : CoordinatorRecord.record(key, new ApiMessageAndVersion(value, version));
            try {
                ObjectNode made = JSON.createObjectNode().put("type", type.id()).put("version", version);
                made.put("key_hex", hex(SERDE.serializeKey(record))).put("value_hex", hex(SERDE.serializeValue(record)));
                lines.write(JSON.writeValueAsString(told(record, made)) + "\n");
                written++;
            } catch (UnsupportedVersionException tooOld) {
                // This version has no place for a field that was filled.
            }
        }
    }

    /** Gives a member what consumers write, or now and then what only a plug-in could read. */
    private static void subscribe(GroupMetadataValue.MemberMetadata member, Random random) {
        if (random.nextInt(4) == 0) return;
        List<TopicPartition> owned = new ArrayList<>();
        for (int n = random.nextInt(4); n > 0; n--) owned.add(new TopicPartition(n % 2 == 0 ? "orders" : "clicks", n));
        ByteBuffer nothing = random.nextBoolean() ? null : ByteBuffer.wrap(new byte[] {1, 2});
        Subscription wish = new Subscription(List.of("clicks", "orders"), nothing, owned, random.nextInt(9), rack(random));
        member.setSubscription(bytes(ConsumerProtocol.serializeSubscription(wish, (short) random.nextInt(4))));
        member.setAssignment(bytes(ConsumerProtocol.serializeAssignment(new Assignment(owned))));
    }

    private static java.util.Optional<String> rack(Random random) {
        return random.nextBoolean() ? java.util.Optional.empty() : java.util.Optional.of("cellar");
    }

    private static byte[] bytes(ByteBuffer buffer) {
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static String hex(byte[] bytes) {
        return bytes == null ? null : HexFormat.of().formatHex(bytes);
    }

    private static void decode(Path folder, Writer lines) throws IOException {
        List<Path> files;
        try (Stream<Path> there = Files.walk(folder)) {
            files = there.filter(file -> file.toString().matches(".*__consumer_offsets-\\d+/\\d+\\.log")).sorted().toList();
        }
        for (Path file : files) {
            String name = file.getParent().getFileName().toString();
            try (FileRecords records = FileRecords.open(file.toFile(), false)) {
                for (RecordBatch batch : records.batches()) for (Record record : batch) {
                    ObjectNode made = JSON.createObjectNode();
                    made.put("partition", Integer.parseInt(name.substring(name.lastIndexOf('-') + 1)));
                    made.put("offset", record.offset()).put("ts", record.timestamp());
                    if (batch.isTransactional()) made.put("producerId", batch.producerId());
                    if (batch.isControlBatch()) made.put("marker", ControlRecordType.parse(record.key()).toString());
                    else told(SERDE.deserialize(record.key(), record.hasValue() ? record.value() : null), made);
                    lines.write(JSON.writeValueAsString(made) + "\n");
                }
            }
        }
    }

    private static ObjectNode told(CoordinatorRecord record, ObjectNode made) {
        made.put("type", record.key().apiKey());
        made.put("name", record.key().getClass().getSimpleName().replaceFirst("Key$", ""));
        made.set("key", CoordinatorRecordJsonConverters.writeRecordKeyAsJson(record.key()));
        ApiMessageAndVersion value = record.value();
        if (value == null) {
            made.set("value", NullNode.getInstance());
            return made;
        }
        JsonNode said = CoordinatorRecordJsonConverters.writeRecordValueAsJson(value.message(), value.version());
        if (value.message() instanceof GroupMetadataValue group) {
            for (int n = 0; n < group.members().size(); n++) {
                GroupMetadataValue.MemberMetadata member = group.members().get(n);
                ((ObjectNode) said.get("members").get(n)).setAll(Map.of(
                    "subscription", subscription(member.subscription()), "assignment", assignment(member.assignment())));
            }
        }
        made.set("value", said);
        return made;
    }

    private static JsonNode subscription(byte[] bytes) {
        try {
            ByteBufferAccessor data = new ByteBufferAccessor(ByteBuffer.wrap(bytes));
            short version = (short) Math.max(0, Math.min(data.readShort(), (short) 3));
            return ConsumerProtocolSubscriptionJsonConverter.write(
                new org.apache.kafka.common.message.ConsumerProtocolSubscription(data, version), version);
        } catch (RuntimeException ofAnother) {
            return NullNode.getInstance();
        }
    }

    private static JsonNode assignment(byte[] bytes) {
        try {
            ByteBufferAccessor data = new ByteBufferAccessor(ByteBuffer.wrap(bytes));
            short version = (short) Math.max(0, Math.min(data.readShort(), (short) 3));
            return ConsumerProtocolAssignmentJsonConverter.write(
                new org.apache.kafka.common.message.ConsumerProtocolAssignment(data, version), version);
        } catch (RuntimeException ofAnother) {
            return NullNode.getInstance();
        }
    }
}
