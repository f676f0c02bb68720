package kafkaviz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.AcknowledgeType;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaShareConsumer;
import org.apache.kafka.common.TopicPartition;

/** A share consumer, which only clients of 4.x have; whether it acknowledges by itself is its config. */
final class ShareClient implements Driver.Acts {
    private static final String BYTES = "org.apache.kafka.common.serialization.ByteArrayDeserializer";
    private final String name;
    private final Map<TopicPartition, Map<Long, ConsumerRecord<byte[], byte[]>>> lent = new HashMap<>();
    private KafkaShareConsumer<byte[], byte[]> consumer;

    ShareClient(String name) {
        this.name = name;
    }

    @Override
    public void act(String op, JsonNode fields, ObjectNode answer) {
        switch (op) {
            case "share.open" -> {
                consumer = new KafkaShareConsumer<>(
                        Driver.properties(fields.get("props"), "key.deserializer", BYTES, "value.deserializer", BYTES));
                consumer.setAcknowledgementCommitCallback((offsets, failure) -> {
                    Map<String, Object> told = new TreeMap<>();
                    offsets.forEach((partition, each) -> told.put(partition.topicPartition().toString(), each));
                    String error = failure == null ? "" : failure.getClass().getSimpleName();
                    Driver.event("acknowledged", name, Map.of("offsets", told, "error", error));
                });
            }
            case "share.subscribe" -> consumer.subscribe(Driver.texts(fields.get("topics")));
            case "share.poll" -> poll(fields, answer.putArray("records"));
            case "share.acknowledge" -> acknowledge(fields);
            case "share.commit" -> {
                Duration limit = Duration.ofMillis(fields.path("timeout_ms").asLong(30_000));
                ObjectNode partitions = answer.putObject("partitions");
                consumer.commitSync(limit).forEach((partition, failure) -> partitions.put(
                        partition.topicPartition().toString(),
                        failure.map(each -> each.getClass().getSimpleName()).orElse("")));
            }
            case "share.close" -> consumer.close(Duration.ofMillis(fields.path("wait_ms").asLong(5_000)));
            default -> throw new IllegalArgumentException(op);
        }
    }

    private void poll(JsonNode fields, ArrayNode records) {
        long end = System.currentTimeMillis() + fields.path("for_ms").asLong(1_000);
        do {
            long left = Math.max(1, end - System.currentTimeMillis());
            for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(left))) {
                TopicPartition partition = new TopicPartition(each.topic(), each.partition());
                lent.computeIfAbsent(partition, key -> new HashMap<>()).put(each.offset(), each);
                int deliveries = each.deliveryCount().map(Short::intValue).orElse(-1);
                Driver.add(records, each).put("delivery_count", deliveries);
            }
            // A second poll would acknowledge what the first one brought.
        } while (records.isEmpty() && System.currentTimeMillis() < end);
    }

    private void acknowledge(JsonNode fields) {
        AcknowledgeType type = AcknowledgeType.valueOf(fields.path("type").asText("accept").toUpperCase(Locale.ROOT));
        Map<Long, ConsumerRecord<byte[], byte[]>> records = lent.getOrDefault(Driver.partition(fields), Map.of());
        for (JsonNode offset : fields.get("offsets")) {
            ConsumerRecord<byte[], byte[]> record = records.get(offset.asLong());
            if (record == null) throw new IllegalArgumentException("offset " + offset + " was never polled here");
            consumer.acknowledge(record, type);
        }
    }
}
