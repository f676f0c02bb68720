import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.GroupSubscription;
import org.apache.kafka.clients.consumer.ConsumerPartitionAssignor.Subscription;
import org.apache.kafka.clients.consumer.CooperativeStickyAssignor;
import org.apache.kafka.clients.consumer.RangeAssignor;
import org.apache.kafka.clients.consumer.RoundRobinAssignor;
import org.apache.kafka.clients.consumer.StickyAssignor;
import org.apache.kafka.clients.consumer.internals.AbstractStickyAssignor;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;

/** The assignors that members run. */
class ClientCases {
    static List<Map<String, Object>> range(Random random) {
        return dealt(random, new RangeAssignor());
    }

    static List<Map<String, Object>> roundRobin(Random random) {
        return dealt(random, new RoundRobinAssignor());
    }

    private static List<Map<String, Object>> dealt(Random random, ConsumerPartitionAssignor assignor) {
        Group group = new Group(random, true, true);
        if (random.nextInt(8) == 0) group.partitions.put("t12", 0);
        Map<String, Object> subscriptions = new LinkedHashMap<>();
        group.members.forEach((id, member) -> subscriptions.put(id,
            Recorder.caseOf("topics", member.topics, "instance_id", member.instanceId)));
        return List.of(Recorder.caseOf("partitions_per_topic", group.partitions, "subscriptions", subscriptions,
            "assignment", pairs(assign(assignor, group))));
    }

    static List<Map<String, Object>> sticky(Random random) {
        return lives(random, false);
    }

    static List<Map<String, Object>> cooperativeSticky(Random random) {
        return lives(random, true);
    }

    private static List<Map<String, Object>> lives(Random random, boolean cooperative) {
        Group group = new Group(random, random.nextInt(4) == 0, true);
        List<Map<String, Object>> cases = new ArrayList<>();
        String event = "initial";
        int seq = random.nextInt(1 << 20);
        boolean followUp = false;
        for (int step = 0; step < 8; step++) {
            if (step > 0) event = followUp ? "follow_up" : group.live();
            List<String> order = new ArrayList<>(subscriptions(group, cooperative).keySet());
            Set<Set<String>> wishes = new HashSet<>();
            Map<String, Object> members = new LinkedHashMap<>();
            for (String id : order) {
                Group.Member member = group.members.get(id);
                wishes.add(new HashSet<>(member.topics));
                members.put(id, Recorder.caseOf("topics", member.topics, "owned", List.copyOf(member.owned),
                    "generation", member.generation));
            }
            Map<String, List<TopicPartition>> target = assign(cooperative ? new WholeTarget() : new StickyAssignor(), group, cooperative);
            Map<String, List<TopicPartition>> assigned = cooperative ? assign(new CooperativeStickyAssignor(), group, true) : target;
            Map<String, List<TopicPartition>> withheld = new TreeMap<>();
            target.forEach((id, partitions) -> {
                List<TopicPartition> later = new ArrayList<>(partitions);
                later.removeAll(assigned.get(id));
                if (!later.isEmpty()) withheld.put(id, later);
            });
            cases.add(Recorder.caseOf("seq", seq, "step", step, "op", event, "equal", wishes.size() == 1,
                "member_order", order, "partitions_per_topic", new LinkedHashMap<>(group.partitions), "members", members,
                "assignment", pairs(assigned), "withheld", cooperative ? pairs(withheld) : null));
            followUp = !withheld.isEmpty() && random.nextInt(3) > 0;
            int generation = step + 1;
            assigned.forEach((id, partitions) -> {
                Group.Member member = group.members.get(id);
                member.owned = new ArrayList<>();
                partitions.forEach(p -> member.owned.add(new Object[] {p.topic(), p.partition()}));
                member.generation = generation;
            });
        }
        return cases;
    }

    /** What the cooperative assignor wants in the end, before it takes away what somebody must give up first. */
    private static class WholeTarget extends AbstractStickyAssignor {
        @Override
        public String name() {
            return "whole-target";
        }

        @Override
        protected MemberData memberData(Subscription subscription) {
            return new MemberData(subscription.ownedPartitions(), Optional.of(subscription.generationId().orElse(-1)));
        }
    }

    private static Map<String, List<TopicPartition>> assign(ConsumerPartitionAssignor assignor, Group group) {
        return assign(assignor, group, true);
    }

    private static Map<String, List<TopicPartition>> assign(
            ConsumerPartitionAssignor assignor, Group group, boolean ownedInSubscription) {
        Node node = new Node(0, "localhost", 9092);
        Node[] nodes = {node};
        List<PartitionInfo> infos = new ArrayList<>();
        group.partitions.forEach((topic, count) -> {
            for (int n = 0; n < count; n++) infos.add(new PartitionInfo(topic, n, node, nodes, nodes));
        });
        Cluster cluster = new Cluster("cluster", List.of(node), infos, Set.of(), Set.of());
        Map<String, List<TopicPartition>> assigned = new TreeMap<>();
        assignor.assign(cluster, new GroupSubscription(subscriptions(group, ownedInSubscription)))
            .groupAssignment().forEach((id, given) -> assigned.put(id, given.partitions()));
        return assigned;
    }

    /** The eager assignor takes what a member owned from its user data, the cooperative one from the subscription. */
    @SuppressWarnings("removal")
    private static Map<String, Subscription> subscriptions(Group group, boolean ownedInSubscription) {
        // A hash map of the size in which Kafka's assignors keep the members, so its order is theirs.
        Map<String, Subscription> subscriptions = new HashMap<>();
        group.members.forEach((id, member) -> {
            List<TopicPartition> owned = new ArrayList<>();
            member.owned.forEach(p -> owned.add(new TopicPartition((String) p[0], (int) p[1])));
            ByteBuffer userData = null;
            if (!ownedInSubscription) {
                StickyAssignor memory = new StickyAssignor();
                memory.onAssignment(new ConsumerPartitionAssignor.Assignment(owned),
                    new ConsumerGroupMetadata("group", member.generation, id, Optional.empty()));
                userData = memory.subscriptionUserData(Set.of());
            }
            Subscription subscription = new Subscription(member.topics, userData,
                ownedInSubscription ? owned : List.of(), member.generation, Optional.empty());
            subscription.setGroupInstanceId(Optional.ofNullable(member.instanceId));
            subscriptions.put(id, subscription);
        });
        return subscriptions;
    }

    private static Map<String, Object> pairs(Map<String, List<TopicPartition>> assignment) {
        Map<String, Object> pairs = new LinkedHashMap<>();
        assignment.forEach((id, partitions) ->
            pairs.put(id, partitions.stream().map(p -> new Object[] {p.topic(), p.partition()}).toList()));
        return pairs;
    }
}
