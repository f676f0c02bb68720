package kafkaviz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.DescribeClusterResult;
import org.apache.kafka.clients.admin.DescribeTopicsResult;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;
import org.apache.kafka.common.config.ConfigResource;

/** What an administrator asks for, and what one who looks on has to know; what only newer clients can is in Later. */
final class Administering implements Driver.Acts {
    private volatile AdminClient admin;
    private volatile Properties properties;

    @Override
    public void act(String op, JsonNode fields, ObjectNode answer) throws Exception {
        String topic = fields.path("topic").asText();
        switch (op) {
            case "admin.open" -> {
                properties = Driver.properties(fields.get("props"));
                if (admin != null) admin.close(java.time.Duration.ZERO);
                admin = AdminClient.create(properties);
            }
            case "topic.create" -> create(topic, fields);
            case "topic.delete" -> Driver.get(admin.deleteTopics(List.of(topic)).all(), fields);
            case "topic.grow" -> {
                int count = fields.get("count").asInt();
                NewPartitions total = fields.has("assignment")
                        ? NewPartitions.increaseTo(count, Driver.assignment(fields.get("assignment")))
                        : NewPartitions.increaseTo(count);
                Driver.get(admin.createPartitions(Map.of(topic, total)).all(), fields);
            }
            case "topic.list" -> answer.set("topics", Driver.JSON.valueToTree(
                    Driver.get(admin.listTopics().names(), fields).stream().sorted().toList()));
            case "topic.describe" -> describe(topic, fields, answer);
            case "config.topic", "config.broker", "config.group" -> configure(op.substring("config.".length()), fields);
            case "cluster.describe" -> {
                DescribeClusterResult cluster = admin.describeCluster();
                Node controller = Driver.get(cluster.controller(), fields);
                answer.set("nodes", Driver.JSON.valueToTree(
                        Driver.get(cluster.nodes(), fields).stream().map(Node::id).sorted().toList()));
                answer.put("controller", controller == null ? -1 : controller.id());
            }
            case "elect" -> elect(fields, answer);
            case "group.describe" -> group(fields, answer);
            case "group.offsets" -> {
                String group = fields.get("group").asText();
                Map<TopicPartition, OffsetAndMetadata> committed =
                        Driver.get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata(), fields);
                ObjectNode offsets = answer.putObject("offsets");
                committed.forEach((partition, each) -> {
                    if (each != null) offsets.put(partition.toString(), each.offset());
                });
            }
            case "group.delete" ->
                Driver.get(admin.deleteConsumerGroups(List.of(fields.get("group").asText())).all(), fields);
            case "group.reset" -> reset(fields);
            case "records.delete" -> {
                RecordsToDelete before = RecordsToDelete.beforeOffset(fields.get("offset").asLong());
                TopicPartition partition = Driver.partition(fields);
                answer.put("low_watermark", Driver.get(
                        admin.deleteRecords(Map.of(partition, before)).lowWatermarks().get(partition), fields).lowWatermark());
            }
            case "offsets.list" -> offsets(topic, fields, answer);
            case "log.read" -> read(topic, fields, answer);
            default -> Later.act(admin, op, fields, answer);
        }
    }

    private void create(String topic, JsonNode fields) throws Exception {
        NewTopic wanted;
        if (fields.has("assignment")) {
            Map<Integer, List<Integer>> assignment = new HashMap<>();
            for (List<Integer> replicas : Driver.assignment(fields.get("assignment")))
                assignment.put(assignment.size(), replicas);
            wanted = new NewTopic(topic, assignment);
        } else {
            int partitions = fields.path("partitions").asInt(1);
            wanted = new NewTopic(topic, partitions, (short) fields.path("replication_factor").asInt(3));
        }
        Map<String, String> configs = new HashMap<>();
        Driver.properties(fields.get("configs")).forEach((name, value) -> configs.put((String) name, (String) value));
        CreateTopicsOptions options = new CreateTopicsOptions();
        if (fields.has("timeout_ms")) options.timeoutMs(fields.get("timeout_ms").asInt());
        Driver.get(admin.createTopics(List.of(wanted.configs(configs)), options).all(), fields);
    }

    private void describe(String topic, JsonNode fields, ObjectNode answer) throws Exception {
        DescribeTopicsResult result = admin.describeTopics(List.of(topic));
        // Renamed in 3.1, and the older name went in 4.0.
        String[] names = {"topicNameValues", "values"};
        @SuppressWarnings("unchecked")
        Map<String, KafkaFuture<TopicDescription>> topics = (Map<String, KafkaFuture<TopicDescription>>) call(result, names);
        TopicDescription description = Driver.get(topics.get(topic), fields);
        ArrayNode partitions = answer.putArray("partitions");
        for (TopicPartitionInfo each : description.partitions()) {
            ObjectNode told = partitions.addObject().put("partition", each.partition());
            told.put("leader", each.leader() == null ? -1 : each.leader().id());
            told.set("replicas", ids(each.replicas()));
            told.set("isr", ids(each.isr()));
            try {
                Later.tellEligible(each, told);
            } catch (LinkageError older) {
                // Nobody is eligible besides the ISR.
            }
        }
    }

    /** Sets configs; one that is null goes back to its default. */
    private void configure(String kind, JsonNode fields) throws Exception {
        ConfigResource.Type type = ConfigResource.Type.valueOf(kind.toUpperCase(Locale.ROOT));
        ConfigResource target = new ConfigResource(type, fields.get(kind).asText());
        Collection<AlterConfigOp> changes = new ArrayList<>();
        fields.get("configs").fields().forEachRemaining(each -> {
            boolean clears = each.getValue().isNull();
            ConfigEntry entry = new ConfigEntry(each.getKey(), clears ? null : each.getValue().asText());
            changes.add(new AlterConfigOp(entry, clears ? AlterConfigOp.OpType.DELETE : AlterConfigOp.OpType.SET));
        });
        Driver.get(admin.incrementalAlterConfigs(Map.of(target, changes)).all(), fields);
    }

    private void elect(JsonNode fields, ObjectNode answer) throws Exception {
        try {
            Later.elect(admin, fields, answer);
        } catch (LinkageError older) {
            if (!fields.path("type").asText("PREFERRED").equals("PREFERRED")) throw older;
            // What 2.3 had, and 4.0 has no more.
            Object elected = AdminClient.class
                    .getMethod("electPreferredLeaders", Collection.class)
                    .invoke(admin, List.of(Driver.partition(fields)));
            Driver.get((KafkaFuture<?>) call(elected, "all"), fields);
        }
    }

    private void group(JsonNode fields, ObjectNode answer) throws Exception {
        if (fields.path("type").asText().equals("share")) {
            Later.shareGroup(admin, fields, answer);
            return;
        }
        List<String> groups = List.of(fields.get("group").asText());
        ConsumerGroupDescription group =
                Driver.get(admin.describeConsumerGroups(groups).all(), fields).values().iterator().next();
        answer.put("coordinator", group.coordinator().id()).put("assignor", group.partitionAssignor());
        // Renamed in 4.0.
        answer.put("state", String.valueOf(call(group, "groupState", "state")));
        ArrayNode members = answer.putArray("members");
        group.members().stream().sorted(Comparator.comparing(MemberDescription::clientId)).forEach(each -> {
            ObjectNode member = members.addObject().put("client", each.clientId()).put("member", each.consumerId());
            member.set("partitions", Driver.JSON.valueToTree(Driver.names(each.assignment().topicPartitions())));
        });
    }

    /** Commits for a group that nobody is in; clients before 2.5 do it as a consumer of that group. */
    private void reset(JsonNode fields) throws Exception {
        Map<TopicPartition, OffsetAndMetadata> offsets = Driver.offsets(fields.get("offsets"));
        String group = fields.get("group").asText();
        try {
            Later.reset(admin, group, offsets, fields);
        } catch (LinkageError older) {
            try (KafkaConsumer<byte[], byte[]> consumer = consumer(group)) {
                consumer.assign(offsets.keySet());
                consumer.commitSync(offsets);
            }
        }
    }

    private void offsets(String topic, JsonNode fields, ObjectNode answer) {
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(null)) {
            List<TopicPartition> partitions = partitions(consumer, topic, fields);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            Map<TopicPartition, Long> starts = consumer.beginningOffsets(partitions);
            ObjectNode offsets = answer.putObject("offsets");
            starts.forEach((partition, earliest) -> offsets.putObject(partition.toString())
                    .put("earliest", earliest).put("latest", ends.get(partition)));
        }
    }

    /** Reads every readable record of a topic, or of some of its partitions, as far as they went when it began. */
    private void read(String topic, JsonNode fields, ObjectNode answer) {
        long deadline = System.currentTimeMillis() + fields.path("for_ms").asLong(10_000);
        try (KafkaConsumer<byte[], byte[]> consumer = consumer(null)) {
            List<TopicPartition> partitions = partitions(consumer, topic, fields);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            ArrayNode records = answer.putArray("records");
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            boolean whole = false;
            while (!whole && System.currentTimeMillis() < deadline) {
                whole = partitions.stream().allMatch(each -> consumer.position(each) >= ends.get(each));
                if (whole) break;
                for (ConsumerRecord<byte[], byte[]> each : consumer.poll(Duration.ofMillis(50)))
                    if (each.offset() < ends.get(new TopicPartition(each.topic(), each.partition()))) Driver.add(records, each);
            }
            answer.put("complete", whole);
        }
    }

    private static List<TopicPartition> partitions(KafkaConsumer<byte[], byte[]> consumer, String topic, JsonNode fields) {
        List<Integer> chosen = fields.has("partitions")
                ? Driver.numbers(fields.get("partitions"))
                : consumer.partitionsFor(topic).stream().map(PartitionInfo::partition).sorted().toList();
        return chosen.stream().map(each -> new TopicPartition(topic, each)).toList();
    }

    /** A plain consumer of the same brokers; a group is needed only to commit for it. */
    private KafkaConsumer<byte[], byte[]> consumer(String group) {
        ObjectNode told = Driver.JSON.createObjectNode();
        told.put("bootstrap.servers", properties.getProperty("bootstrap.servers"));
        told.put("enable.auto.commit", "false").put("default.api.timeout.ms", "10000");
        return Consuming.open(group == null ? told : told.put("group.id", group));
    }

    static ArrayNode ids(List<Node> nodes) {
        ArrayNode ids = Driver.JSON.createArrayNode();
        nodes.forEach(each -> ids.add(each.id()));
        return ids;
    }

    /** Calls the first of some methods that there is. */
    static Object call(Object target, String... names) throws Exception {
        for (String each : names) {
            try {
                return target.getClass().getMethod(each).invoke(target);
            } catch (NoSuchMethodException other) {
                // The next name is that of another release.
            }
        }
        throw new NoSuchMethodException(names[0]);
    }
}
