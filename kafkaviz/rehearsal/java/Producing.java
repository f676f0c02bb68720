package kafkaviz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** A producer: a send either waits for its acknowledgement, or the event "ack" tells of it. */
final class Producing implements Driver.Acts {
    private static final String BYTES = "org.apache.kafka.common.serialization.ByteArraySerializer";
    private final String name;
    private volatile KafkaProducer<byte[], byte[]> producer;

    Producing(String name) {
        this.name = name;
    }

    @Override
    public void act(String op, JsonNode fields, ObjectNode answer) throws Exception {
        switch (op) {
            case "producer.open" -> producer = new KafkaProducer<>(
                    Driver.properties(fields.get("props"), "key.serializer", BYTES, "value.serializer", BYTES));
            case "producer.send" -> send(fields, answer);
            case "producer.flush" -> producer.flush();
            case "producer.partitions" -> answer.put("count", producer.partitionsFor(fields.get("topic").asText()).size());
            case "producer.close" -> producer.close(Duration.ofMillis(fields.path("wait_ms").asLong(5_000)));
            default -> throw new IllegalArgumentException(op);
        }
    }

    private void send(JsonNode fields, ObjectNode answer) throws Exception {
        long begun = System.nanoTime();
        boolean waits = fields.path("wait").asBoolean(true);
        ObjectNode told = waits ? answer : acknowledgement(fields);
        CompletableFuture<Void> acknowledged = new CompletableFuture<>();
        producer.send(record(fields), (metadata, failure) -> {
            if (metadata != null) told.put("partition", metadata.partition()).put("offset", metadata.offset());
            if (failure != null) Driver.failed(told, failure);
            told.put("after_ms", (System.nanoTime() - begun) / 1_000_000);
            if (!waits) Driver.print(told.put("ms", Driver.nowMs()));
            acknowledged.complete(null);
        });
        answer.put("returned_ms", (System.nanoTime() - begun) / 1_000_000);
        if (waits) Driver.get(acknowledged, fields);
    }

    private ObjectNode acknowledgement(JsonNode fields) {
        ObjectNode told = Driver.JSON.createObjectNode().put("ev", "ack").put("client", name);
        return told.put("send", fields.path("id").asInt()).put("value", fields.path("value").asText(null));
    }

    private static ProducerRecord<byte[], byte[]> record(JsonNode fields) {
        Integer partition = fields.has("partition") ? fields.get("partition").asInt() : null;
        Long timestamp = fields.has("timestamp") ? fields.get("timestamp").asLong() : null;
        String topic = fields.get("topic").asText();
        return new ProducerRecord<>(topic, partition, timestamp, Driver.bytes(fields.get("key")), Driver.bytes(fields.get("value")));
    }
}
