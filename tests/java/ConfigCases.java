import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import kafka.server.KafkaConfig;
import org.apache.kafka.clients.GroupRebalanceConfig;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.clients.consumer.internals.Heartbeat;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InvalidConfigurationException;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.coordinator.group.assignor.SimpleAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.server.config.AbstractKafkaConfig;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a config may be called, what it may be, and which do not go together. */
class ConfigCases {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigCases.class);
    private static final Map<String, ConfigDef> DEFS = new LinkedHashMap<>();
    private static final List<String> NAMES = List.of("acks", "enable.idempotence", "batch.size", "linger.ms",
        "max.in.flight.requests.per.connection", "max.request.size", "max.block.ms", "request.timeout.ms",
        "delivery.timeout.ms", "retry.backoff.ms", "retry.backoff.max.ms", "num.partitions",
        "default.replication.factor", "min.insync.replicas", "unclean.leader.election.enable", "replica.lag.time.max.ms",
        "replica.fetch.wait.max.ms", "broker.session.timeout.ms", "auto.offset.reset", "segment.bytes", "segment.ms",
        "cleanup.policy", "retention.bytes", "retention.ms", "delete.retention.ms", "min.cleanable.dirty.ratio",
        "log.retention.check.interval.ms", "controller.quorum.fetch.timeout.ms", "auto.leader.rebalance.enable",
        "leader.imbalance.check.interval.seconds", "leader.imbalance.per.broker.percentage", "session.timeout.ms",
        "heartbeat.interval.ms", "group.consumer.heartbeat.interval.ms", "group.consumer.assignment.interval.ms",
        "group.initial.rebalance.delay.ms", "max.poll.interval.ms", "max.poll.records", "default.api.timeout.ms",
        "metadata.max.age.ms", "enable.auto.commit", "auto.commit.interval.ms", "offsets.topic.num.partitions",
        "offsets.topic.replication.factor", "group.share.record.lock.duration.ms", "group.share.delivery.count.limit",
        "group.share.partition.max.record.locks", "min.insync.replica", "isr", "", "Linger.ms", "acks ");
    private static final List<String> VALUES = List.of("0", "1", "-1", " 5 ", "+5", "100", "60000", "2147483647",
        "2147483648", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-2", "true", " FALSE", "False",
        "yes", "1.5", "0.5", "1e-1", "", " ", "abc", "0x10", "1_000", "all", "ALL", "earliest", "latest", "none", "delete",
        "compact", "compact, delete", "delete,delete", "99", "3");

    static {
        DEFS.put("producer", ProducerConfig.configDef());
        DEFS.put("consumer", ConsumerConfig.configDef());
        DEFS.put("topic", LogConfig.configDefCopy());
        DEFS.put("broker", AbstractKafkaConfig.CONFIG_DEF);
    }

    static List<Map<String, Object>> values(Random random) {
        String name = Recorder.oneOf(random, NAMES);
        String value = random.nextInt(4) == 0 ? String.valueOf(random.nextInt(200_000) - 1_000) : Recorder.oneOf(random, VALUES);
        ConfigDef owner = DEFS.values().stream().filter(def -> def.configKeys().containsKey(name)).findFirst().orElse(null);
        Object read = null;
        if (owner != null) {
            ConfigDef.ConfigKey key = owner.configKeys().get(name);
            try {
                read = ConfigDef.parseType(name, value, key.type());
                if (key.validator != null) key.validator.ensureValid(name, read);
            } catch (ConfigException refused) {
                read = null;
            }
        }
        Boolean topic = null;
        if (owner != null && DEFS.get("topic").configKeys().containsKey(name)) {
            try {
                LogConfig.validate(Map.of(name, value));
                topic = true;
            } catch (ConfigException | InvalidConfigurationException refused) {
                topic = false;
            }
        }
        return List.of(Recorder.caseOf("name", name, "value", value, "known", owner != null,
            "read", read == null ? null : String.valueOf(read instanceof List<?> all ? String.join(",", strings(all)) : read),
            "topic", topic));
    }

    private static List<String> strings(List<?> all) {
        return all.stream().map(String::valueOf).toList();
    }

    /** Several configs of one client or broker at once; where Kafka refuses them, the sentence is kept. */
    static List<Map<String, Object>> pairs(Random random) {
        Map<String, String> set = new LinkedHashMap<>();
        String refused = switch (random.nextInt(3)) {
            case 0 -> {
                maybe(random, set, "delivery.timeout.ms", "100", "30004", "30005", "120000");
                maybe(random, set, "linger.ms", "0", "5", "100000");
                maybe(random, set, "request.timeout.ms", "95", "100", "30000", "200000");
                maybe(random, set, "acks", "all", "-1", "1", "0");
                maybe(random, set, "enable.idempotence", "true", "false");
                maybe(random, set, "max.in.flight.requests.per.connection", "1", "5", "6");
                yield refusedBy(() -> producer(set));
            }
            case 1 -> {
                maybe(random, set, "heartbeat.interval.ms", "1000", "3000", "45000", "50000");
                maybe(random, set, "session.timeout.ms", "1000", "3000", "3001", "45000", "60000");
                yield refusedBy(() -> consumer(set));
            }
            default -> {
                maybe(random, set, "replica.fetch.wait.max.ms", "0", "500", "29999", "30000");
                maybe(random, set, "replica.lag.time.max.ms", "499", "500", "29999", "30000");
                yield refusedBy(() -> broker(set));
            }
        };
        return List.of(Recorder.caseOf("set", set, "refused", refused));
    }

    private static void maybe(Random random, Map<String, String> set, String name, String... values) {
        if (random.nextBoolean()) set.put(name, values[random.nextInt(values.length)]);
    }

    private interface Start {
        void run() throws Exception;
    }

    private static String refusedBy(Start start) {
        try {
            start.run();
            return null;
        } catch (InvocationTargetException wrapped) {
            return String.valueOf(wrapped.getCause().getMessage());
        } catch (Exception refused) {
            return String.valueOf(refused.getMessage());
        }
    }

    private static void producer(Map<String, String> set) throws Exception {
        Map<String, Object> all = new LinkedHashMap<>(set);
        all.put("bootstrap.servers", "localhost:9092");
        all.put("key.serializer", ByteArraySerializer.class);
        all.put("value.serializer", ByteArraySerializer.class);
        ProducerConfig config = new ProducerConfig(all);
        Method check = KafkaProducer.class.getDeclaredMethod("configureDeliveryTimeout", ProducerConfig.class, Logger.class);
        check.setAccessible(true);
        check.invoke(null, config, LOG);
    }

    private static void consumer(Map<String, String> set) {
        Map<String, Object> all = new LinkedHashMap<>(set);
        all.put("bootstrap.servers", "localhost:9092");
        all.put("group.id", "app");
        all.put("key.deserializer", ByteArrayDeserializer.class);
        all.put("value.deserializer", ByteArrayDeserializer.class);
        ConsumerConfig config = new ConsumerConfig(all);
        new Heartbeat(new GroupRebalanceConfig(config, GroupRebalanceConfig.ProtocolType.CONSUMER), Time.SYSTEM);
    }

    private static void broker(Map<String, String> set) {
        Map<String, Object> all = new LinkedHashMap<>(set);
        all.put("process.roles", "broker");
        all.put("node.id", "1");
        all.put("listeners", "PLAINTEXT://localhost:9092");
        all.put("controller.listener.names", "CONTROLLER");
        all.put("controller.quorum.bootstrap.servers", "localhost:9093");
        all.put("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        new KafkaConfig(all, false);
    }

    static List<Map<String, Object>> resetDurations(Random random) {
        StringBuilder said = new StringBuilder(Recorder.oneOf(random, List.of("P", "P", "P", "p", "-P", "+P", "", "PT", "T")));
        if (random.nextInt(3) == 0) said.append(random.nextInt(40) - 3).append('D');
        if (random.nextInt(4) > 0) said.append('T');
        if (random.nextInt(3) == 0) said.append(random.nextInt(40) - 3).append('H');
        if (random.nextInt(3) == 0) said.append(random.nextInt(90)).append(random.nextInt(5) == 0 ? 'm' : 'M');
        if (random.nextInt(2) == 0) said.append(random.nextInt(90) - 5).append(random.nextInt(3) == 0 ? ".25S" : "S");
        String value = (random.nextInt(9) == 0 ? "" : "by_duration:") + said;
        Long millis = null;
        try {
            millis = AutoOffsetResetStrategy.fromString(value).duration().map(Duration::toMillis).orElse(null);
        } catch (IllegalArgumentException refused) {
            // It is none.
        }
        return List.of(Recorder.caseOf("value", value, "ms", millis));
    }

    static List<Map<String, Object>> assignorNames(Random random) {
        List<Object[]> known = new ArrayList<>();
        known.add(new Object[] {"eager", "range_assign", new RangeAssignor().name()});
        known.add(new Object[] {"eager", "roundrobin_assign", new RoundRobinAssignor().name()});
        known.add(new Object[] {"eager", "sticky_assign", new StickyAssignor().name()});
        known.add(new Object[] {"cooperative", null, new CooperativeStickyAssignor().name()});
        known.add(new Object[] {"consumer", null, new UniformAssignor().name()});
        known.add(new Object[] {"consumer", "uniform_assign", new UniformAssignor().name()});
        known.add(new Object[] {"consumer", "server_range_assign",
            new org.apache.kafka.coordinator.group.assignor.RangeAssignor().name()});
        known.add(new Object[] {"share", null, new SimpleAssignor().name()});
        Object[] one = Recorder.oneOf(random, known);
        return List.of(Recorder.caseOf("protocol", one[0], "assignor", one[1], "name", one[2]));
    }
}
