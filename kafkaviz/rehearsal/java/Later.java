package kafkaviz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.AdminClient;
import org.apache.kafka.clients.admin.NewPartitionReassignment;
import org.apache.kafka.clients.admin.PartitionReassignment;
import org.apache.kafka.clients.admin.QuorumInfo;
import org.apache.kafka.clients.admin.ShareGroupDescription;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.ElectionType;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.TopicPartitionInfo;

/** What clients of 2.3 cannot ask for: there a class or a method is missing, which is answered as unsupported. */
final class Later {
    private Later() {}

    static void act(AdminClient admin, String op, JsonNode fields, ObjectNode answer) throws Exception {
        switch (op) {
            case "topic.reassign" -> {
                NewPartitionReassignment wanted = new NewPartitionReassignment(Driver.numbers(fields.get("replicas")));
                reassign(admin, fields, Optional.of(wanted));
            }
            case "reassign.cancel" -> reassign(admin, fields, Optional.empty());
            case "reassign.list" -> {
                Map<TopicPartition, PartitionReassignment> going =
                        Driver.get(admin.listPartitionReassignments().reassignments(), fields);
                ObjectNode told = answer.putObject("reassignments");
                going.forEach((partition, each) -> told.set(partition.toString(), told(each)));
            }
            case "broker.unregister" ->
                Driver.get(admin.unregisterBroker(fields.get("broker").asInt()).all(), fields);
            case "quorum.describe" -> quorum(admin, fields, answer);
            default -> throw new IllegalArgumentException(op);
        }
    }

    static void tellEligible(TopicPartitionInfo partition, ObjectNode told) {
        if (partition.elr() != null) told.set("elr", Administering.ids(partition.elr()));
        if (partition.lastKnownElr() != null) told.set("last_known_elr", Administering.ids(partition.lastKnownElr()));
    }

    static void reset(
            AdminClient admin, String group, Map<TopicPartition, OffsetAndMetadata> offsets, JsonNode fields)
            throws Exception {
        Driver.get(admin.alterConsumerGroupOffsets(group, offsets).all(), fields);
    }

    static void elect(AdminClient admin, JsonNode fields, ObjectNode answer) throws Exception {
        ElectionType type = ElectionType.valueOf(fields.path("type").asText("PREFERRED"));
        Set<TopicPartition> partitions = new HashSet<>(List.of(Driver.partition(fields)));
        Map<TopicPartition, Optional<Throwable>> elected =
                Driver.get(admin.electLeaders(type, partitions).partitions(), fields);
        elected.values().forEach(failure -> failure.ifPresent(each -> Driver.failed(answer, each)));
    }

    private static void reassign(AdminClient admin, JsonNode fields, Optional<NewPartitionReassignment> wanted)
            throws Exception {
        Map<TopicPartition, Optional<NewPartitionReassignment>> change = Map.of(Driver.partition(fields), wanted);
        Driver.get(admin.alterPartitionReassignments(change).all(), fields);
    }

    private static ObjectNode told(PartitionReassignment each) {
        ObjectNode told = Driver.JSON.createObjectNode();
        told.set("replicas", Driver.JSON.valueToTree(each.replicas()));
        told.set("adding", Driver.JSON.valueToTree(each.addingReplicas()));
        told.set("removing", Driver.JSON.valueToTree(each.removingReplicas()));
        return told;
    }

    private static void quorum(AdminClient admin, JsonNode fields, ObjectNode answer) throws Exception {
        QuorumInfo quorum = Driver.get(admin.describeMetadataQuorum().quorumInfo(), fields);
        answer.put("leader", quorum.leaderId()).put("epoch", quorum.leaderEpoch());
        answer.put("high_watermark", quorum.highWatermark());
        ArrayNode voters = answer.putArray("voters");
        quorum.voters().forEach(each ->
                voters.addObject().put("id", each.replicaId()).put("log_end", each.logEndOffset()));
    }

    static void shareGroup(AdminClient admin, JsonNode fields, ObjectNode answer) throws Exception {
        List<String> groups = List.of(fields.get("group").asText());
        ShareGroupDescription group =
                Driver.get(admin.describeShareGroups(groups).all(), fields).values().iterator().next();
        answer.put("coordinator", group.coordinator().id()).put("state", group.groupState().toString());
        ArrayNode members = answer.putArray("members");
        group.members().forEach(each -> {
            ObjectNode member = members.addObject().put("client", each.clientId()).put("member", each.consumerId());
            member.set("partitions", Driver.JSON.valueToTree(Driver.names(each.assignment().topicPartitions())));
        });
    }
}
