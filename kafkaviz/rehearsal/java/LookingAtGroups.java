package kafkaviz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.AbstractOptions;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.DescribeConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupOffsetsSpec;
import org.apache.kafka.clients.admin.ListConsumerGroupsOptions;
import org.apache.kafka.clients.admin.ListConsumerGroupsResult;
import org.apache.kafka.clients.admin.ListOffsetsOptions;
import org.apache.kafka.clients.admin.ListOffsetsResult;
import org.apache.kafka.clients.admin.MemberDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** What is told of consumer groups: who is in, who has what, what is committed, where partitions end. It only asks. */
final class LookingAtGroups {
    /** While a coordinator is away its groups are asked about in vain, and the rest of the look shall not wait long. */
    private static final int GIVES_UP_MS = 1_500;

    private LookingAtGroups() {}

    /** Tells of groups in the order of their names, so many at most; of one that does not answer, why. */
    static void tell(AdminClient admin, JsonNode fields, ObjectNode answer) throws Exception {
        List<String> there = new ArrayList<>(names(admin, fields, answer));
        answer.put("group_count", there.size());
        List<String> asked = there.subList(0, Math.min(there.size(), fields.path("most_groups").asInt(50)));
        ObjectNode groups = answer.putObject("groups");
        if (asked.isEmpty()) return;
        Map<String, KafkaFuture<ConsumerGroupDescription>> promised =
                new TreeMap<>(admin.describeConsumerGroups(asked, within(new DescribeConsumerGroupsOptions()))
                        .describedGroups());
        for (Map.Entry<String, KafkaFuture<ConsumerGroupDescription>> each : promised.entrySet()) {
            try {
                describe(Driver.get(each.getValue(), fields), groups.putObject(each.getKey()));
            } catch (ExecutionException refused) {
                groups.putObject(each.getKey()).put("error", refused.getCause().getClass().getSimpleName());
            }
        }
        if (fields.path("with_offsets").asBoolean()) offsets(admin, groups, fields, answer);
    }

    private static <T extends AbstractOptions<T>> T within(T options) {
        return options.timeoutMs(GIVES_UP_MS);
    }

    /** Each broker names its own groups; of one that does not answer nobody knows which there are. */
    private static Collection<String> names(AdminClient admin, JsonNode fields, ObjectNode answer) throws Exception {
        answer.put("all_groups", true);
        if (fields.hasNonNull("groups")) return new TreeSet<>(Driver.texts(fields.get("groups")));
        Collection<String> names = new TreeSet<>();
        try {
            ListConsumerGroupsResult listed = admin.listConsumerGroups(within(new ListConsumerGroupsOptions()));
            Driver.get(listed.valid(), fields).forEach(each -> names.add(each.groupId()));
            answer.put("all_groups", Driver.get(listed.errors(), fields).isEmpty());
        } catch (ExecutionException refused) {
            answer.put("all_groups", false);
        }
        return names;
    }

    private static void describe(ConsumerGroupDescription group, ObjectNode told) throws Exception {
        told.put("coordinator", group.coordinator().id()).put("assignor", group.partitionAssignor());
        told.put("state", String.valueOf(Administering.call(group, "groupState", "state")));
        // Clients before 3.8 have no word for it.
        told.put("type", String.valueOf(Administering.call(group, "type", "partitionAssignor")));
        ArrayNode members = told.putArray("members");
        group.members().stream().sorted(Comparator.comparing(MemberDescription::consumerId)).forEach(each -> {
            ObjectNode member = members.addObject().put("client", each.clientId()).put("member", each.consumerId());
            member.set("partitions", Driver.JSON.valueToTree(Driver.names(each.assignment().topicPartitions())));
        });
    }

    private static void offsets(AdminClient admin, ObjectNode groups, JsonNode fields, ObjectNode answer)
            throws Exception {
        Map<String, ListConsumerGroupOffsetsSpec> asked = new TreeMap<>();
        groups.fields().forEachRemaining(each -> {
            if (!each.getValue().has("error")) asked.put(each.getKey(), new ListConsumerGroupOffsetsSpec());
        });
        if (asked.isEmpty()) return;
        Map<TopicPartition, OffsetSpec> read = new HashMap<>();
        var promised = admin.listConsumerGroupOffsets(asked, within(new ListConsumerGroupOffsetsOptions()));
        for (String name : asked.keySet()) {
            ObjectNode committed = ((ObjectNode) groups.get(name)).putObject("committed");
            try {
                Map<TopicPartition, OffsetAndMetadata> found =
                        Driver.get(promised.partitionsToOffsetAndMetadata(name), fields);
                found.forEach((partition, offset) -> {
                    if (offset == null) return;
                    committed.put(partition.toString(), offset.offset());
                    if (isLed(partition, answer.get("topics"))) read.put(partition, OffsetSpec.latest());
                });
            } catch (ExecutionException refused) {
                // Then nothing is known of it.
            }
        }
        ObjectNode ends = answer.putObject("ends");
        ListOffsetsResult latest = admin.listOffsets(read, within(new ListOffsetsOptions()));
        for (TopicPartition partition : read.keySet()) {
            try {
                ends.put(partition.toString(), Driver.get(latest.partitionResult(partition), fields).offset());
            } catch (ExecutionException refused) {
                // Its leader has just gone, or may not be asked.
            }
        }
    }

    /** Where nobody leads, nobody answers either. */
    private static boolean isLed(TopicPartition partition, JsonNode topics) {
        JsonNode told = topics.path(partition.topic()).path("partitions").path(partition.partition());
        return told.path("leader").asInt(-1) >= 0;
    }
}
