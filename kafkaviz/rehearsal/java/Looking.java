package kafkaviz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.PartitionReassignment;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;

/** One look at a cluster that somebody else runs: it asks, and has nothing that could change anything. */
final class Looking implements Driver.Acts {
    private volatile AdminClient admin;

    @Override
    public void act(String op, JsonNode fields, ObjectNode answer) throws Exception {
        switch (op) {
            case "look.open" -> {
                try {
                    admin = AdminClient.create(told(fields));
                } catch (KafkaException wrapped) {
                    // "Failed to create" tells less than why.
                    throw wrapped.getCause() instanceof Exception why ? why : wrapped;
                }
            }
            case "look" -> look(fields, answer);
            default -> throw new UnsupportedOperationException("who looks on does not do " + op);
        }
    }

    /** What the file of properties says stays here: it may hold a password. */
    private static Properties told(JsonNode fields) throws IOException {
        Properties properties = new Properties();
        if (fields.hasNonNull("file")) {
            try (Reader file = Files.newBufferedReader(Path.of(fields.get("file").asText()))) {
                properties.load(file);
            }
        }
        properties.putIfAbsent("request.timeout.ms", "5000");
        properties.putIfAbsent("default.api.timeout.ms", "10000");
        properties.putIfAbsent("enable.metrics.push", "false");
        properties.put("bootstrap.servers", fields.get("bootstrap").asText());
        return properties;
    }

    private void look(JsonNode fields, ObjectNode answer) throws Exception {
        ArrayNode brokers = answer.putArray("brokers");
        for (Node node : nodes(fields, answer)) {
            ObjectNode broker = brokers.addObject().put("id", node.id()).put("rack", node.rack());
            broker.put("fenced", answer.get("fenced_known").asBoolean() && isFenced(node));
        }
        QuorumInfo quorum = Driver.get(admin.describeMetadataQuorum().quorumInfo(), fields);
        answer.put("leader", quorum.leaderId()).put("epoch", quorum.leaderEpoch());
        answer.put("high_watermark", quorum.highWatermark());
        ArrayNode voters = answer.putArray("voters");
        quorum.voters().forEach(each -> voters.add(each.replicaId()));
        Collection<String> names = fields.hasNonNull("topics")
                ? Driver.texts(fields.get("topics"))
                : new TreeSet<>(Driver.get(admin.listTopics(new ListTopicsOptions().listInternal(true)).names(), fields));
        ObjectNode topics = answer.putObject("topics");
        for (TopicDescription each : described(names, fields)) describe(each, topics.putObject(each.name()));
        reassignments(fields, answer.putObject("reassignments"));
        if (fields.path("with_configs").asBoolean()) configs(topics, fields, answer.putObject("configs"));
        groups(fields, answer);
    }

    private void groups(JsonNode fields, ObjectNode answer) throws Exception {
        try {
            LookingAtGroups.tell(admin, fields, answer);
        } catch (LinkageError older) {
            // Clients before 3.3 cannot ask for several groups' offsets.
            answer.remove("groups");
        }
    }

    /** Brokers before 4.0 do not tell of one that is fenced, nor do clients before it ask. */
    private Collection<Node> nodes(JsonNode fields, ObjectNode answer) throws Exception {
        try {
            Collection<Node> all = Driver.get(admin.describeCluster(withFenced()).nodes(), fields);
            answer.put("fenced_known", true);
            return all;
        } catch (LinkageError older) {
            answer.put("fenced_known", false);
        } catch (ExecutionException refused) {
            if (!(refused.getCause() instanceof UnsupportedVersionException)) throw refused;
            answer.put("fenced_known", false);
        }
        return Driver.get(admin.describeCluster().nodes(), fields);
    }

    private static DescribeClusterOptions withFenced() {
        return new DescribeClusterOptions().includeFencedBrokers(true);
    }

    private static boolean isFenced(Node node) {
        return node.isFenced();
    }

    /** A topic may be deleted between two questions: then it is not there. */
    private List<TopicDescription> described(Collection<String> names, JsonNode fields) throws Exception {
        List<TopicDescription> found = new ArrayList<>();
        Map<String, KafkaFuture<TopicDescription>> asked = new TreeMap<>(admin.describeTopics(names).topicNameValues());
        for (KafkaFuture<TopicDescription> each : asked.values()) {
            try {
                found.add(Driver.get(each, fields));
            } catch (ExecutionException refused) {
                if (!(refused.getCause() instanceof UnknownTopicOrPartitionException)) throw refused;
            }
        }
        return found;
    }

    private static void describe(TopicDescription topic, ObjectNode told) {
        told.put("id", topic.topicId().toString());
        ArrayNode partitions = told.putArray("partitions");
        for (TopicPartitionInfo each : topic.partitions()) {
            ObjectNode partition = partitions.addObject();
            partition.put("leader", each.leader() == null ? -1 : each.leader().id());
            partition.set("replicas", Administering.ids(each.replicas()));
            partition.set("isr", Administering.ids(each.isr()));
            try {
                Later.tellEligible(each, partition);
            } catch (LinkageError older) {
                // Clients before 4.0 have no word for it.
            }
        }
    }

    private void reassignments(JsonNode fields, ObjectNode told) throws Exception {
        Map<TopicPartition, PartitionReassignment> going =
                Driver.get(admin.listPartitionReassignments().reassignments(), fields);
        going.forEach((partition, each) -> {
            ObjectNode moving = told.putObject(partition.toString());
            moving.set("adding", Driver.JSON.valueToTree(each.addingReplicas()));
            moving.set("removing", Driver.JSON.valueToTree(each.removingReplicas()));
        });
    }

    /** What topics have of their own, and how many replicas in sync a write needs. */
    private void configs(ObjectNode topics, JsonNode fields, ObjectNode told) throws Exception {
        List<ConfigResource> asked = new ArrayList<>();
        topics.fieldNames().forEachRemaining(name -> asked.add(new ConfigResource(ConfigResource.Type.TOPIC, name)));
        for (Map.Entry<ConfigResource, KafkaFuture<Config>> each : admin.describeConfigs(asked).values().entrySet()) {
            ObjectNode own = told.putObject(each.getKey().name());
            try {
                for (ConfigEntry entry : Driver.get(each.getValue(), fields).entries()) {
                    boolean isOwn = entry.source() == ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG;
                    if ((isOwn && !entry.isSensitive()) || entry.name().equals("min.insync.replicas"))
                        own.put(entry.name(), entry.value());
                }
            } catch (ExecutionException refused) {
                // It is gone, or may not be asked about: then nothing is known of it.
                told.remove(each.getKey().name());
            }
        }
    }
}
