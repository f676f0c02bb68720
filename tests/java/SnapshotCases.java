import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.feature.SupportedVersionRange;
import org.apache.kafka.common.metadata.AccessControlEntryRecord;
import org.apache.kafka.common.metadata.BrokerRegistrationChangeRecord;
import org.apache.kafka.common.metadata.ClientQuotaRecord;
import org.apache.kafka.common.metadata.ConfigRecord;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.ProducerIdsRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.RegisterControllerRecord;
import org.apache.kafka.common.metadata.RemoveTopicRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.metadata.UnregisterBrokerRecord;
import org.apache.kafka.common.metadata.UserScramCredentialRecord;
import org.apache.kafka.common.protocol.ApiMessage;
import org.apache.kafka.common.protocol.ByteBufferAccessor;
import org.apache.kafka.common.protocol.ObjectSerializationCache;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.LogContext;
import org.apache.kafka.image.MetadataDelta;
import org.apache.kafka.image.MetadataImage;
import org.apache.kafka.image.MetadataProvenance;
import org.apache.kafka.image.writer.ImageWriterOptions;
import org.apache.kafka.image.writer.RaftSnapshotWriter;
import org.apache.kafka.metadata.MetadataRecordSerde;
import org.apache.kafka.raft.Batch;
import org.apache.kafka.raft.Endpoints;
import org.apache.kafka.raft.ReplicaKey;
import org.apache.kafka.raft.VoterSet;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.KRaftVersion;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.server.common.OffsetAndEpoch;
import org.apache.kafka.snapshot.FileRawSnapshotReader;
import org.apache.kafka.snapshot.FileRawSnapshotWriter;
import org.apache.kafka.snapshot.RecordsSnapshotReader;
import org.apache.kafka.snapshot.RecordsSnapshotWriter;
import org.apache.kafka.snapshot.Snapshots;

/**
 * Snapshots of random metadata images, with what a controller may write behind them: SnapshotCases SEED CASES FILE.
 * Each line holds both as bytes, and the images that Kafka's own classes read from them, before and after.
 */
public class SnapshotCases {
    private static final JsonMapper JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    private static final List<String> TOPICS = List.of("orders", "clicks", "a.b_c-d", "_x", "Z-9", "__consumer_offsets");
    private static final List<List<String>> CONFIGS = List.of(
        List.of("min.insync.replicas", "2"), List.of("retention.ms", "1000"), List.of("cleanup.policy", "compact"),
        List.of("new.config", "\u4e2d x"));

    private final Random random;
    private final MetadataVersion version;
    private final boolean elr;
    private final Map<Integer, Long> brokers = new TreeMap<>();
    private final Map<String, Uuid> topics = new TreeMap<>();
    private final Map<String, Integer> sizes = new HashMap<>();
    private long offset;
    private MetadataImage image = MetadataImage.EMPTY;
    private MetadataDelta delta = new MetadataDelta.Builder().build();
    private List<ApiMessageAndVersion> written = new ArrayList<>();

    private SnapshotCases(Random random) {
        this.random = random;
        List<MetadataVersion> versions = new ArrayList<>();
        for (MetadataVersion one : MetadataVersion.VERSIONS) {
            if (one.isProduction()) versions.add(one);
        }
        version = random.nextBoolean() ? MetadataVersion.LATEST_PRODUCTION : Recorder.oneOf(random, versions);
        elr = version.isElrSupported() && random.nextBoolean();
        offset = 1 + random.nextInt(5_000);
    }

    public static void main(String[] arguments) throws IOException {
        Random random = new Random(Long.parseLong(arguments[0]));
        try (Writer lines = Files.newBufferedWriter(Path.of(arguments[2]))) {
            for (int number = Integer.parseInt(arguments[1]); number > 0; number--) {
                lines.write(JSON.writeValueAsString(new SnapshotCases(random).recorded()) + "\n");
            }
        }
    }

    private Map<String, Object> recorded() throws IOException {
        int epoch = 1 + random.nextInt(40);
        long timestampMs = 1_767_225_600_000L + random.nextInt(1_000_000);
        begin();
        applied(epoch, timestampMs);
        for (int n = random.nextInt(25); n > 0; n--) act(epoch, timestampMs);
        OffsetAndEpoch id = new OffsetAndEpoch(offset, epoch);

        List<Integer> voters = new ArrayList<>();
        Path folder = Files.createTempDirectory("snapshot");
        write(folder, id, timestampMs, voters);
        MetadataImage read = read(folder, id);
        if (!read.equals(image)) throw new IllegalStateException("Kafka read another image than it wrote: " + image);
        Path file = Snapshots.snapshotPath(folder, id);
        String snapshot = HexFormat.of().formatHex(Files.readAllBytes(file));
        Map<String, Object> before = shown();

        written = new ArrayList<>();
        for (int n = random.nextInt(12); n > 0; n--) act(epoch, timestampMs);
        String segment = HexFormat.of().formatHex(segment(id, timestampMs));
        Files.delete(file);
        Files.delete(folder);
        return Recorder.caseOf("name", Snapshots.filenameFromSnapshotId(id) + Snapshots.SUFFIX, "timestamp_ms",
            timestampMs, "voters", voters, "snapshot", snapshot, "image", before, "segment", segment, "end", offset,
            "after", shown());
    }

    private void begin() {
        add(new FeatureLevelRecord().setName(MetadataVersion.FEATURE_NAME).setFeatureLevel(version.featureLevel()), 0);
        if (elr) add(new FeatureLevelRecord().setName("eligible.leader.replicas.version").setFeatureLevel((short) 1), 0);
        for (int n = random.nextInt(4); n > 0; n--) register(random.nextInt(9));
    }

    /** Makes one change that a controller may make; some are several records. */
    private void act(int epoch, long timestampMs) {
        switch (random.nextInt(14)) {
            case 0, 1 -> register(random.nextInt(9));
            case 2, 3, 4 -> createTopic();
            case 5, 6, 7 -> changePartition();
            case 8 -> changeBroker();
            case 9 -> configure();
            case 10 -> removeTopic();
            case 11 -> unregister();
            case 12 -> grow();
            default -> somethingElse();
        }
        // What is deleted in the same delta that configured it stays in Kafka's image; a controller never does that.
        applied(epoch, timestampMs);
    }

    private void register(int broker) {
        brokers.put(broker, offset);
        add(new RegisterBrokerRecord().setBrokerId(broker).setBrokerEpoch(offset).setFenced(random.nextInt(3) == 0)
            .setInControlledShutdown(version.registerBrokerRecordVersion() >= 1 && random.nextInt(5) == 0)
            .setIncarnationId(new Uuid(random.nextLong(), random.nextLong()))
            .setRack(random.nextBoolean() ? null : Recorder.oneOf(random, List.of("a", "b"))),
            version.registerBrokerRecordVersion());
    }

    private void changeBroker() {
        if (brokers.isEmpty()) return;
        int broker = Recorder.oneOf(random, List.copyOf(brokers.keySet()));
        int what = random.nextInt(3);
        add(new BrokerRegistrationChangeRecord().setBrokerId(broker).setBrokerEpoch(brokers.get(broker))
            .setFenced((byte) (what == 0 ? 1 : what == 1 ? -1 : 0))
            .setInControlledShutdown((byte) (what == 2 ? 1 : 0)), 1);
    }

    private void unregister() {
        if (brokers.isEmpty()) return;
        int broker = Recorder.oneOf(random, List.copyOf(brokers.keySet()));
        add(new UnregisterBrokerRecord().setBrokerId(broker).setBrokerEpoch(brokers.remove(broker)), 0);
    }

    private void createTopic() {
        String name = Recorder.oneOf(random, TOPICS);
        if (brokers.isEmpty() || topics.containsKey(name)) return;
        topics.put(name, new Uuid(random.nextLong(), random.nextLong()));
        sizes.put(name, 0);
        add(new TopicRecord().setName(name).setTopicId(topics.get(name)), 0);
        for (int n = random.nextInt(4) == 0 ? 30 : 1 + random.nextInt(4); n > 0; n--) place(name);
    }

    private void grow() {
        if (!topics.isEmpty() && !brokers.isEmpty()) place(Recorder.oneOf(random, List.copyOf(topics.keySet())));
    }

    private void place(String topic) {
        List<Integer> replicas = new ArrayList<>(brokers.keySet());
        Collections.shuffle(replicas, random);
        replicas = replicas.subList(0, 1 + random.nextInt(Math.min(4, replicas.size())));
        List<Integer> isr = Recorder.someOf(random, replicas);
        List<Integer> others = new ArrayList<>(replicas);
        others.removeAll(isr);
        List<Uuid> directories = new ArrayList<>();
        for (int ignored : replicas) directories.add(new Uuid(random.nextLong(), random.nextLong()));
        PartitionRecord record = new PartitionRecord().setTopicId(topics.get(topic)).setPartitionId(sizes.merge(topic, 1,
                Integer::sum) - 1).setReplicas(replicas).setIsr(isr)
            .setLeader(isr.isEmpty() ? -1 : Recorder.oneOf(random, isr))
            .setLeaderEpoch(random.nextInt(9)).setPartitionEpoch(random.nextInt(99))
            .setLeaderRecoveryState((byte) (random.nextInt(9) == 0 ? 1 : 0))
            .setAddingReplicas(random.nextInt(5) == 0 ? Recorder.someOf(random, replicas) : List.of())
            .setRemovingReplicas(random.nextInt(5) == 0 ? Recorder.someOf(random, replicas) : List.of());
        if (version.isDirectoryAssignmentSupported()) record.setDirectories(directories);
        if (elr && !others.isEmpty() && random.nextBoolean()) record.setEligibleLeaderReplicas(others);
        if (elr && isr.isEmpty() && random.nextBoolean()) record.setLastKnownElr(replicas.subList(0, 1));
        add(record, version.partitionRecordVersion());
    }

    private void changePartition() {
        if (topics.isEmpty()) return;
        String topic = Recorder.oneOf(random, List.copyOf(topics.keySet()));
        int number = random.nextInt(sizes.get(topic));
        List<Integer> replicas = new ArrayList<>();
        for (int replica : image.topics().getPartition(topics.get(topic), number).replicas) replicas.add(replica);
        List<Integer> isr = Recorder.someOf(random, replicas);
        PartitionChangeRecord record = new PartitionChangeRecord().setTopicId(topics.get(topic)).setPartitionId(number)
            .setIsr(isr).setLeader(isr.isEmpty() ? -1 : Recorder.oneOf(random, isr));
        if (random.nextInt(4) == 0) record.setLeaderRecoveryState((byte) random.nextInt(2));
        if (elr && random.nextBoolean()) record.setEligibleLeaderReplicas(Recorder.someOf(random, replicas));
        if (elr && random.nextBoolean()) record.setLastKnownElr(Recorder.someOf(random, replicas));
        add(record, version.partitionChangeRecordVersion());
    }

    private void configure() {
        List<String> config = Recorder.oneOf(random, CONFIGS);
        boolean ofTopic = !topics.isEmpty() && random.nextInt(4) > 0;
        String resource = ofTopic ? Recorder.oneOf(random, List.copyOf(topics.keySet())) : "1";
        ConfigResource.Type type = ofTopic ? ConfigResource.Type.TOPIC : ConfigResource.Type.BROKER;
        add(new ConfigRecord().setResourceType(type.id()).setResourceName(resource).setName(config.get(0))
            .setValue(random.nextInt(4) == 0 ? null : config.get(1)), 0);
    }

    private void removeTopic() {
        if (topics.isEmpty()) return;
        String topic = Recorder.oneOf(random, List.copyOf(topics.keySet()));
        add(new RemoveTopicRecord().setTopicId(topics.remove(topic)), 0);
        sizes.remove(topic);
    }

    private void somethingElse() {
        switch (random.nextInt(5)) {
            case 0 -> add(new ProducerIdsRecord().setBrokerId(1).setBrokerEpoch(1).setNextProducerId(offset * 1_000), 0);
            case 1 -> add(new ClientQuotaRecord().setKey("producer_byte_rate").setValue(1024.0).setEntity(List.of(
                new ClientQuotaRecord.EntityData().setEntityType("user").setEntityName("ada"))), 0);
            case 2 -> add(new AccessControlEntryRecord().setId(new Uuid(1, random.nextLong())).setResourceType((byte) 2)
                .setResourceName("orders").setPatternType((byte) 3).setPrincipal("User:ada").setHost("*")
                .setOperation((byte) 3).setPermissionType((byte) 3), 0);
            case 3 -> {
                if (version.isScramSupported()) add(new UserScramCredentialRecord().setName("ada").setMechanism((byte) 1)
                    .setSalt(new byte[3]).setStoredKey(new byte[3]).setServerKey(new byte[3]).setIterations(4096), 0);
            }
            default -> {
                if (version.isControllerRegistrationSupported()) add(new RegisterControllerRecord().setControllerId(101)
                    .setIncarnationId(new Uuid(3, 4)), version.registerControllerRecordVersion());
            }
        }
    }

    private void add(ApiMessage message, int recordVersion) {
        written.add(new ApiMessageAndVersion(message, (short) recordVersion));
        delta.replay(message);
        offset++;
    }

    private void applied(int epoch, long timestampMs) {
        image = delta.apply(new MetadataProvenance(offset - 1, epoch, timestampMs, true));
        delta = new MetadataDelta.Builder().setImage(image).build();
    }

    /** Writes the image as a controller does when it makes a snapshot. */
    private void write(Path folder, OffsetAndEpoch id, long timestampMs, List<Integer> voters) {
        boolean isDynamic = random.nextBoolean();
        Map<Integer, VoterSet.VoterNode> nodes = new TreeMap<>();
        for (int voter = 101; isDynamic && voter < 102 + random.nextInt(3); voter++) {
            voters.add(voter);
            nodes.put(voter, VoterSet.VoterNode.of(ReplicaKey.of(voter, new Uuid(voter, 1)), Endpoints.empty(),
                new SupportedVersionRange((short) 0, (short) 1)));
        }
        RecordsSnapshotWriter<ApiMessageAndVersion> writer = new RecordsSnapshotWriter.Builder()
            .setLastContainedLogTimestamp(timestampMs).setMaxBatchSizeBytes(8 << 20)
            .setRawSnapshotWriter(FileRawSnapshotWriter.create(folder, id))
            .setKraftVersion(isDynamic ? KRaftVersion.KRAFT_VERSION_1 : KRaftVersion.KRAFT_VERSION_0)
            .setVoterSet(isDynamic ? Optional.of(VoterSet.fromMap(nodes)) : Optional.empty())
            .build(MetadataRecordSerde.INSTANCE);
        RaftSnapshotWriter images = new RaftSnapshotWriter(writer, 1 + random.nextInt(50));
        image.write(images, new ImageWriterOptions.Builder(image).build());
        images.close(true);
    }

    private static MetadataImage read(Path folder, OffsetAndEpoch id) {
        MetadataDelta read = new MetadataDelta.Builder().build();
        try (FileRawSnapshotReader raw = FileRawSnapshotReader.open(folder, id);
             RecordsSnapshotReader<ApiMessageAndVersion> reader = RecordsSnapshotReader.of(raw,
                 MetadataRecordSerde.INSTANCE, BufferSupplier.NO_CACHING, 8 << 20, true, new LogContext())) {
            while (reader.hasNext()) {
                Batch<ApiMessageAndVersion> batch = reader.next();
                for (ApiMessageAndVersion record : batch) read.replay(record.message());
            }
            return read.apply(new MetadataProvenance(reader.lastContainedLogOffset(), reader.lastContainedLogEpoch(),
                reader.lastContainedLogTimestamp(), true));
        }
    }

    /** Returns what was written behind the snapshot, a batch for each few records. */
    private byte[] segment(OffsetAndEpoch id, long timestampMs) {
        ByteBuffer all = ByteBuffer.allocate(1 << 20);
        for (int start = 0; start < written.size(); ) {
            int end = Math.min(written.size(), start + 1 + random.nextInt(5));
            SimpleRecord[] some = new SimpleRecord[end - start];
            for (int n = start; n < end; n++) some[n - start] = new SimpleRecord(timestampMs + n, null, bytes(written.get(n)));
            all.put(MemoryRecords.withRecords(id.offset() + start, Compression.NONE, id.epoch(), some).buffer());
            start = end;
        }
        byte[] made = new byte[all.position()];
        all.flip().get(made);
        return made;
    }

    private static byte[] bytes(ApiMessageAndVersion message) {
        ObjectSerializationCache cache = new ObjectSerializationCache();
        ByteBuffer bytes = ByteBuffer.allocate(MetadataRecordSerde.INSTANCE.recordSize(message, cache));
        MetadataRecordSerde.INSTANCE.write(message, cache, new ByteBufferAccessor(bytes));
        return bytes.array();
    }

    /** Returns what an image says of brokers, topics and features. */
    private Map<String, Object> shown() {
        Map<String, Object> registered = new TreeMap<>();
        image.cluster().brokers().forEach((id, broker) -> registered.put(String.valueOf(id), Recorder.caseOf(
            "epoch", broker.epoch(), "fenced", broker.fenced(), "stopping", broker.inControlledShutdown(),
            "rack", broker.rack().orElse(null))));
        Map<String, Object> named = new TreeMap<>();
        image.topics().topicsByName().forEach((name, topic) -> {
            Map<String, Object> partitions = new TreeMap<>();
            topic.partitions().forEach((number, p) -> partitions.put(String.valueOf(number), List.of(p.replicas, p.leader,
                p.isr, p.leaderEpoch, p.partitionEpoch, p.elr, p.lastKnownElr, p.leaderRecoveryState.value(),
                p.addingReplicas, p.removingReplicas)));
            Map<String, String> configs = image.configs().configMapForResource(
                new ConfigResource(ConfigResource.Type.TOPIC, name));
            named.put(name, Recorder.caseOf("partitions", partitions, "configs", new TreeMap<>(configs)));
        });
        Map<String, Short> levels = new TreeMap<>(image.features().finalizedVersions());
        levels.put(MetadataVersion.FEATURE_NAME, image.features().metadataVersionOrThrow().featureLevel());
        return Recorder.caseOf("brokers", registered, "topics", named, "features", levels);
    }
}
