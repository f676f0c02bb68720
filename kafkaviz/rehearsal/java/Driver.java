package kafkaviz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/**
 * Real clients in one process, driven by lines of JSON: {"op", "id", "client", …} in, an answer with the id out, and
 * events with "ev" as they happen. A consumer or producer has a thread of its own, so that one that blocks keeps nobody
 * waiting; what an administrator asks for runs at once. It ends when its input does.
 */
public final class Driver {
    static final ObjectMapper JSON = new ObjectMapper();
    private static final PrintStream OUT =
            new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8);
    private static final ExecutorService ANYWHERE = Executors.newCachedThreadPool(Driver::daemon);
    private static final Map<String, Client> CLIENTS = new ConcurrentHashMap<>();
    private static volatile boolean readsOnly;

    /** What carries out the operations of one kind of client. */
    interface Acts {
        void act(String op, JsonNode fields, ObjectNode answer) throws Exception;
    }

    /** A client by name: its thread, and what it has opened so far. */
    private static final class Client {
        final ExecutorService thread = Executors.newSingleThreadExecutor(Driver::daemon);
        final Map<String, Acts> kinds = new ConcurrentHashMap<>();
        final String name;

        Client(String name) {
            this.name = name;
        }

        Acts acts(String kind) {
            return kinds.computeIfAbsent(kind, key -> switch (key) {
                case "producer" -> new Producing(name);
                case "consumer" -> new Consuming(name, thread);
                case "share" -> new ShareClient(name);
                case "look" -> new Looking();
                default -> new Administering();
            });
        }
    }

    public static void main(String[] arguments) throws Exception {
        readsOnly = List.of(arguments).contains("read-only");
        event("ready", "");
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            JsonNode fields = JSON.readTree(line);
            String op = fields.path("op").asText();
            Client client = CLIENTS.computeIfAbsent(fields.path("client").asText(), Client::new);
            (hasThread(op) ? client.thread : ANYWHERE).submit(() -> answer(client, op, fields));
        }
        Runtime.getRuntime().halt(0);
    }

    /** Who blocks a thread is told from another to stop. */
    private static boolean hasThread(String op) {
        boolean interrupts = op.equals("consumer.wakeup") || op.equals("producer.close");
        return op.matches("(producer|consumer|share)\\..*") && !interrupts;
    }

    private static void answer(Client client, String op, JsonNode fields) {
        long begun = System.nanoTime();
        ObjectNode answer = JSON.createObjectNode().put("id", fields.path("id").asInt()).put("at_ms", nowMs());
        try {
            client.acts(kind(op)).act(op, fields, answer);
        } catch (LinkageError missing) {
            answer.put("error", "UnsupportedVersionException").put("message", "these clients lack " + missing.getMessage());
        } catch (Throwable failure) {
            failed(answer, failure);
        }
        print(answer.put("ms", (System.nanoTime() - begun) / 1_000_000));
    }

    /** Read-only, it has one kind of client, and that one can change nothing. */
    private static String kind(String op) {
        String kind = op.split("\\.")[0];
        if (readsOnly) return "look";
        return List.of("producer", "consumer", "share", "look").contains(kind) ? kind : "admin";
    }

    static long nowMs() {
        return System.currentTimeMillis();
    }

    static void rest(int ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    static void event(String what, String client, Map<String, ?> told) {
        ObjectNode event = JSON.createObjectNode().put("ev", what).put("ms", nowMs()).put("client", client);
        told.forEach((name, value) -> event.set(name, JSON.valueToTree(value)));
        print(event);
    }

    static void event(String what, String client) {
        event(what, client, Map.of());
    }

    static void print(ObjectNode line) {
        synchronized (OUT) {
            OUT.println(line);
            OUT.flush();
        }
    }

    /** Puts an error by the name of its class, as Kafka's Errors have one each. */
    static ObjectNode failed(ObjectNode answer, Throwable failure) {
        Throwable cause = failure;
        while ((cause instanceof ExecutionException || cause instanceof CompletionException) && cause.getCause() != null)
            cause = cause.getCause();
        return answer.put("error", cause.getClass().getSimpleName()).put("message", String.valueOf(cause.getMessage()));
    }

    /** Waits for what a client promised; a wait of ours that ends is no TimeoutException of Kafka's. */
    static <T> T get(Future<T> promised, JsonNode fields) throws Exception {
        try {
            return promised.get(fields.path("wait_ms").asLong(60_000), TimeUnit.MILLISECONDS);
        } catch (TimeoutException ours) {
            throw new StillWaiting();
        }
    }

    /** The answer has not come yet, and may come later. */
    static final class StillWaiting extends Exception {
        StillWaiting() {
            super("the client has not answered yet");
        }
    }

    static Properties properties(JsonNode told, String... defaults) {
        Properties properties = new Properties();
        for (int i = 0; i < defaults.length; i += 2) properties.put(defaults[i], defaults[i + 1]);
        if (told != null) told.fields().forEachRemaining(each -> properties.put(each.getKey(), each.getValue().asText()));
        return properties;
    }

    static byte[] bytes(JsonNode text) {
        return text == null || text.isNull() ? null : text.asText().getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte[] bytes) {
        return bytes == null ? null : new String(bytes, StandardCharsets.UTF_8);
    }

    static List<String> texts(JsonNode list) {
        List<String> texts = new ArrayList<>();
        list.forEach(each -> texts.add(each.asText()));
        return texts;
    }

    static List<Integer> numbers(JsonNode list) {
        List<Integer> numbers = new ArrayList<>();
        list.forEach(each -> numbers.add(each.asInt()));
        return numbers;
    }

    static TopicPartition partition(JsonNode fields) {
        return new TopicPartition(fields.get("topic").asText(), fields.path("partition").asInt());
    }

    static List<List<Integer>> assignment(JsonNode lists) {
        List<List<Integer>> assignment = new ArrayList<>();
        lists.forEach(replicas -> assignment.add(numbers(replicas)));
        return assignment;
    }

    /** Reads offsets by the names of partitions, as of {"letters-0": 3}. */
    static Map<TopicPartition, OffsetAndMetadata> offsets(JsonNode told) {
        Map<TopicPartition, OffsetAndMetadata> offsets = new HashMap<>();
        told.fields().forEachRemaining(each ->
                offsets.put(partition(each.getKey()), new OffsetAndMetadata(each.getValue().asLong())));
        return offsets;
    }

    /** Reads the partition of "letters-0". */
    static TopicPartition partition(String name) {
        int dash = name.lastIndexOf('-');
        return new TopicPartition(name.substring(0, dash), Integer.parseInt(name.substring(dash + 1)));
    }

    static List<String> names(Collection<TopicPartition> partitions) {
        return partitions.stream().map(TopicPartition::toString).sorted().toList();
    }

    static ObjectNode add(ArrayNode records, ConsumerRecord<byte[], byte[]> record) {
        return records.addObject()
                .put("topic", record.topic())
                .put("partition", record.partition())
                .put("offset", record.offset())
                .put("key", text(record.key()))
                .put("value", text(record.value()))
                .put("epoch", record.leaderEpoch().orElse(-1));
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }
}
