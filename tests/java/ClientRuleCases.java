import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.clients.Metadata;
import org.apache.kafka.clients.producer.RoundRobinPartitioner;
import org.apache.kafka.clients.producer.internals.BuiltInPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.errors.InvalidMetadataException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.apache.kafka.common.internals.ClusterResourceListeners;
import org.apache.kafka.common.message.MetadataResponseData;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.AbstractRecords;
import org.apache.kafka.common.record.internal.CompressionType;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.RecordBatch;
import org.apache.kafka.common.replica.ClientMetadata;
import org.apache.kafka.common.replica.PartitionView;
import org.apache.kafka.common.replica.RackAwareReplicaSelector;
import org.apache.kafka.common.replica.ReplicaView;
import org.apache.kafka.common.requests.MetadataResponse;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.internals.ExponentialBackoff;
import org.apache.kafka.common.utils.internals.LogContext;

/** What clients go by: sizes of records, back-offs, errors, the age of metadata, partitioners, the replica to read. */
class ClientRuleCases {
    private static final Header[] NONE = new Header[0];

    /** A record, and a batch that grows; a length of -1 stands for no key or no value. */
    static List<Map<String, Object>> recordSizes(Random random) {
        byte[] key = field(random);
        byte[] value = field(random);
        int offset = random.nextInt(3) == 0 ? random.nextInt(1 << 20) : random.nextInt(3);
        long time = random.nextInt(3) == 0 ? random.nextInt(1 << 30) : random.nextInt(100);
        List<Object> named = new ArrayList<>();
        List<Header> headers = new ArrayList<>();
        for (int n = random.nextInt(3); n > 0; n--) {
            String name = "h".repeat(1 + random.nextInt(90));
            byte[] content = field(random);
            headers.add(new RecordHeader(name, content));
            named.add(new Object[] {name.length(), length(content)});
        }
        Header[] all = headers.toArray(new Header[0]);
        List<Object> appended = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        MemoryRecordsBuilder batch =
            MemoryRecords.builder(ByteBuffer.allocate(1 << 20), Compression.NONE, TimestampType.CREATE_TIME, 0);
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            byte[] one = field(random);
            byte[] two = field(random);
            batch.append(1_000, one, two);
            appended.add(new Object[] {length(one), length(two)});
            sizes.add(batch.estimatedSizeInBytes());
        }
        return List.of(Recorder.caseOf("key", length(key), "value", length(value), "offset_delta", offset,
            "timestamp_delta_ms", time, "headers", named,
            "size", DefaultRecord.sizeInBytes(offset, time, Math.max(-1, length(key)), Math.max(-1, length(value)), all),
            "upper_bound", AbstractRecords.estimateSizeInBytesUpperBound(RecordBatch.CURRENT_MAGIC_VALUE,
                CompressionType.NONE, key, value, NONE),
            "appended", appended, "batch_sizes", sizes));
    }

    /** As Sender and RecordAccumulator ask it: the first attempt that failed waits the first back-off. */
    static List<Map<String, Object>> backoffs(Random random) {
        long first = 1 + random.nextInt(random.nextBoolean() ? 1_000 : 20);
        long most = random.nextInt(5) == 0 ? 1 + random.nextInt(1_000) : first * (1 + random.nextInt(60)) + random.nextInt(9);
        ExponentialBackoff backoff = new ExponentialBackoff(Math.min(first, most), 2, most, 0);
        List<Long> waits = IntStream.range(0, 12).mapToObj(backoff::backoff).toList();
        return List.of(Recorder.caseOf("retry_backoff_ms", first, "retry_backoff_max_ms", most, "waits", waits));
    }

    static List<Map<String, Object>> errors(Random random) {
        Errors error = Recorder.oneOf(random, List.of(Errors.values()));
        return List.of(Recorder.caseOf("error", error.name(), "code", error.code(),
            "retriable", error.exception() instanceof RetriableException,
            "refreshes", error.exception() instanceof InvalidMetadataException));
    }

    /** A client that refreshes whenever it is due, and is asked in between how long it will wait. */
    static List<Map<String, Object>> metadataAge(Random random) {
        long age = 2 + random.nextInt(random.nextInt(4) == 0 ? 50 : 5_000);
        long backoff = 1 + random.nextInt(100);
        long first = random.nextInt(10_000);
        // Without a longer one the back-off is this one, to the millisecond.
        Metadata metadata = new Metadata(backoff, backoff, age, new LogContext(), new ClusterResourceListeners());
        long interval = Math.max(age, backoff);
        MetadataResponse answer = new MetadataResponse(new MetadataResponseData(), ApiKeys.METADATA.latestVersion());
        metadata.updateWithCurrentRequestVersion(answer, false, first);
        List<Object> asked = new ArrayList<>();
        long updated = first;
        for (int n = 0; n < 8; n++) {
            long now = updated + 1 + (long) (random.nextDouble() * (interval - 1));
            asked.add(new Object[] {now, now + metadata.timeToNextUpdate(now)});
            if (random.nextBoolean()) {
                updated = updated + interval;
                asked.add(new Object[] {updated, updated + metadata.timeToNextUpdate(updated)});
                metadata.updateWithCurrentRequestVersion(answer, false, updated);
            }
        }
        return List.of(Recorder.caseOf("metadata_max_age_ms", age, "retry_backoff_ms", backoff, "first_ms", first,
            "due_ms", asked));
    }

    static List<Map<String, Object>> keyedPartition(Random random) {
        byte[] key = new byte[random.nextInt(30)];
        random.nextBytes(key);
        int partitions = 1 + random.nextInt(random.nextBoolean() ? 6 : 1_000);
        return List.of(Recorder.caseOf("key_hex", HexFormat.of().formatHex(key), "partitions", partitions,
            "partition", BuiltInPartitioner.partitionForKey(key, partitions)));
    }

    /** One partitioner over several records, while leaders come and go. */
    static List<Map<String, Object>> roundRobinPartitioner(Random random) {
        int partitions = 1 + random.nextInt(8);
        boolean all = random.nextBoolean();
        Set<Integer> available = new HashSet<>();
        for (int n = 0; n < partitions; n++) if (all || random.nextInt(3) > 0) available.add(n);
        try (RoundRobinPartitioner partitioner = new RoundRobinPartitioner()) {
            Cluster cluster = cluster(partitions, available);
            List<Integer> chosen = IntStream.range(0, 12)
                .map(n -> partitioner.partition("letters", null, null, null, null, cluster)).boxed().toList();
            // As the client lists them: in the order of its hash map.
            List<Integer> order = cluster.availablePartitionsForTopic("letters").stream().map(PartitionInfo::partition).toList();
            return List.of(Recorder.caseOf("partitions", partitions, "available", order, "chosen", chosen));
        }
    }

    static Cluster cluster(int partitions, Set<Integer> available) {
        Node node = new Node(0, "localhost", 9092);
        Node[] nodes = {node};
        List<PartitionInfo> infos = new ArrayList<>();
        for (int n = 0; n < partitions; n++) {
            infos.add(new PartitionInfo("letters", n, available.contains(n) ? node : null, nodes, nodes));
        }
        return new Cluster("cluster", List.of(node), infos, Set.of(), Set.of());
    }

    static List<Map<String, Object>> rackAware(Random random) {
        List<String> racks = List.of("east", "west", "north");
        List<Object> told = new ArrayList<>();
        Set<ReplicaView> views = new HashSet<>();
        ReplicaView leader = null;
        int replicas = 1 + random.nextInt(5);
        for (int id = 1; id <= replicas; id++) {
            String rack = random.nextInt(4) == 0 ? null : Recorder.oneOf(random, racks);
            long end = 5 + random.nextInt(3);
            long silence = random.nextInt(3);
            ReplicaView view = new ReplicaView.DefaultReplicaView(new Node(id, "localhost", 9000 + id, rack), end, silence);
            views.add(view);
            if (leader == null || random.nextInt(replicas) == 0) leader = view;
            told.add(Recorder.caseOf("id", id, "rack", rack, "end_offset", end, "since_caught_up_ms", silence));
        }
        String rack = random.nextInt(5) == 0 ? null : random.nextInt(9) == 0 ? "" : Recorder.oneOf(random, racks);
        ClientMetadata client = new ClientMetadata.DefaultClientMetadata(rack, "client", InetAddress.getLoopbackAddress(),
            KafkaPrincipal.ANONYMOUS, "PLAINTEXT");
        int chosen = new RackAwareReplicaSelector().select(new TopicPartition("letters", 0), client,
            new PartitionView.DefaultPartitionView(views, leader)).orElseThrow().endpoint().id();
        return List.of(Recorder.caseOf("rack", rack, "leader", leader.endpoint().id(), "replicas", told, "chosen", chosen));
    }

    private static byte[] field(Random random) {
        return switch (random.nextInt(6)) {
            case 0 -> null;
            case 1 -> new byte[0];
            case 2 -> new byte[60 + random.nextInt(10)];
            case 3 -> new byte[8_180 + random.nextInt(30)];
            default -> new byte[random.nextInt(400)];
        };
    }

    private static int length(byte[] field) {
        return field == null ? -1 : field.length;
    }
}
