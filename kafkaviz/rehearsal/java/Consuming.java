package kafkaviz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import org.apache.kafka.clients.consumer.ConsumerRebalanceListener;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.InvalidOffsetException;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RetriableException;

/**
 * A consumer of either protocol. Between two commands it may go on by itself: idle, it polls with all partitions paused,
 * so that it stays in its group and reads nothing; in a loop, it reads and tells what it read.
 */
final class Consuming implements Driver.Acts {
    private static final String BYTES = "org.apache.kafka.common.serialization.ByteArrayDeserializer";
    private final String name;
    private final ExecutorService thread;
    private KafkaConsumer<byte[], byte[]> consumer;
    private String between = "";

    Consuming(String name, ExecutorService thread) {
        this.name = name;
        this.thread = thread;
    }

    static KafkaConsumer<byte[], byte[]> open(JsonNode told) {
        return new KafkaConsumer<>(Driver.properties(told, "key.deserializer", BYTES, "value.deserializer", BYTES));
    }

    @Override
    public void act(String op, JsonNode fields, ObjectNode answer) throws Exception {
        long forMs = fields.path("for_ms").asLong(1_000);
        switch (op) {
            case "consumer.open" -> consumer = open(fields.get("props"));
            case "consumer.subscribe" -> consumer.subscribe(Driver.texts(fields.get("topics")), new Callbacks());
            case "consumer.assign" -> assign(fields);
            case "consumer.poll" -> poll(forMs, fields.path("want").asInt(0), answer.putArray("records"));
            case "consumer.take" -> take(forMs, fields, answer.putArray("records"));
            case "consumer.idle", "consumer.loop" -> goOn(op);
            case "consumer.stop" -> between = "";
            case "consumer.hang" -> {
                Driver.event("hang", name);
                Thread.sleep(forMs);
                Driver.event("hung", name);
            }
            case "consumer.wakeup" -> consumer.wakeup();
            case "consumer.seek" -> seek(fields);
            case "consumer.commit" -> {
                if (fields.has("offsets")) consumer.commitSync(Driver.offsets(fields.get("offsets")));
                else if (fields.has("timeout_ms")) consumer.commitSync(Duration.ofMillis(fields.get("timeout_ms").asLong()));
                else consumer.commitSync();
            }
            case "consumer.commitAsync" -> commitAsync(fields);
            case "consumer.position" -> {
                ObjectNode positions = answer.putObject("positions");
                for (TopicPartition each : consumer.assignment()) positions.put(each.toString(), consumer.position(each));
            }
            case "consumer.close" -> {
                between = "";
                consumer.close(Duration.ofMillis(fields.path("wait_ms").asLong(5_000)));
            }
            default -> throw new IllegalArgumentException(op);
        }
    }

    private final class Callbacks implements ConsumerRebalanceListener {
        @Override
        public void onPartitionsAssigned(Collection<TopicPartition> partitions) {
            if (between.equals("consumer.idle")) consumer.pause(partitions);
            tell("assigned", partitions);
        }

        @Override
        public void onPartitionsRevoked(Collection<TopicPartition> partitions) {
            tell("revoked", partitions);
        }

        // Clients before 2.4 have no such callback, and call the one before instead.
        public void onPartitionsLost(Collection<TopicPartition> partitions) {
            tell("lost", partitions);
        }

        private void tell(String what, Collection<TopicPartition> partitions) {
            Driver.event(what, name, Map.of("partitions", Driver.names(partitions)));
        }
    }

    private void assign(JsonNode fields) {
        List<TopicPartition> chosen = new ArrayList<>();
        String topic = fields.get("topic").asText();
        for (int each : Driver.numbers(fields.get("partitions"))) chosen.add(new TopicPartition(topic, each));
        consumer.assign(chosen);
        if (fields.path("beginning").asBoolean()) consumer.seekToBeginning(chosen);
    }

    /** Polls for so long, or until so many records are there; 0 is no number to stop at. */
    private void poll(long forMs, int want, ArrayNode records) {
        long end = System.currentTimeMillis() + forMs;
        do {
            long left = Math.max(1, Math.min(100, end - System.currentTimeMillis()));
            for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(left))) Driver.add(records, each);
        } while ((want == 0 || records.size() < want) && System.currentTimeMillis() < end);
    }

    /** Reads once although it is idle; what is more than `max` is given back, since max.poll.records cannot change. */
    private void take(long forMs, JsonNode fields, ArrayNode records) {
        long end = System.currentTimeMillis() + forMs;
        int want = fields.path("want").asInt(1);
        do {
            consumer.resume(consumer.assignment());
            for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) Driver.add(records, each);
        } while (records.size() < want && System.currentTimeMillis() < end);
        int most = fields.path("max").asInt(0);
        Map<TopicPartition, Long> back = new HashMap<>();
        while (most > 0 && records.size() > most) {
            JsonNode last = records.remove(records.size() - 1);
            back.put(Driver.partition(last), last.get("offset").asLong());
        }
        back.forEach(consumer::seek);
        consumer.pause(consumer.assignment());
    }

    private void seek(JsonNode fields) {
        TopicPartition partition = Driver.partition(fields);
        switch (fields.get("offset").asText()) {
            case "beginning" -> consumer.seekToBeginning(List.of(partition));
            case "end" -> consumer.seekToEnd(List.of(partition));
            default -> consumer.seek(partition, fields.get("offset").asLong());
        }
    }

    private void commitAsync(JsonNode fields) {
        long begun = System.nanoTime();
        consumer.commitAsync((offsets, failure) -> {
            ObjectNode told = Driver.JSON.createObjectNode().put("ev", "committed").put("ms", Driver.nowMs());
            told.put("client", name).put("commit", fields.path("id").asInt());
            if (failure != null) Driver.failed(told, failure);
            Driver.print(told.put("after_ms", (System.nanoTime() - begun) / 1_000_000));
        });
    }

    private void goOn(String op) {
        between = op;
        thread.submit(() -> turn(op));
    }

    /** Polls once and hands itself the next turn, so that commands come between. */
    private void turn(String op) {
        if (!between.equals(op)) return;
        try {
            if (op.equals("consumer.idle")) stay();
            else read();
        } catch (RetriableException passing) {
            tellFailure(passing);
        } catch (InvalidOffsetException nowhere) {
            // With auto.offset.reset=none each poll says so, and who is idle wants nothing but to stay in its group.
            Driver.rest(50);
        } catch (RuntimeException failure) {
            tellFailure(failure);
            between = "";
        }
        if (between.equals(op)) thread.submit(() -> turn(op));
    }

    private void stay() {
        consumer.pause(consumer.assignment());
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(50))) {
            // It came with the poll that brought the partition, before it was paused.
            TopicPartition partition = new TopicPartition(each.topic(), each.partition());
            consumer.seek(partition, Math.min(each.offset(), consumer.position(partition)));
        }
        consumer.pause(consumer.assignment());
    }

    private void read() {
        ArrayNode records = Driver.JSON.createArrayNode();
        for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(100))) Driver.add(records, each);
        if (records.size() > 0) Driver.event("read", name, Map.of("records", records));
    }

    private void tellFailure(RuntimeException failure) {
        ObjectNode told = Driver.JSON.createObjectNode().put("ev", "failed").put("ms", Driver.nowMs());
        Driver.print(Driver.failed(told.put("client", name), failure));
    }
}
