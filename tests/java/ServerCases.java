import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.coordinator.group.api.assignor.ConsumerGroupPartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.GroupSpec;
import org.apache.kafka.coordinator.group.api.assignor.MemberAssignment;
import org.apache.kafka.coordinator.group.api.assignor.MemberSubscription;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.UniformAssignor;
import org.apache.kafka.coordinator.group.modern.MemberAssignmentImpl;

/** The assignors that the group coordinator runs (KIP-848); a topic id is a small number, so its order is known. */
class ServerCases {
    static List<Map<String, Object>> uniform(Random random) {
        return lives(random, new UniformAssignor());
    }

    static List<Map<String, Object>> range(Random random) {
        return lives(random, new RangeAssignor());
    }

    private static List<Map<String, Object>> lives(Random random, ConsumerGroupPartitionAssignor assignor) {
        Group group = new Group(random, random.nextInt(4) == 0, false);
        Map<String, Uuid> ids = new LinkedHashMap<>();
        List<Integer> numbers = new ArrayList<>();
        for (int n = 1; n <= 12; n++) numbers.add(n);
        Collections.shuffle(numbers, random);
        for (int topic = 0; topic < 12; topic++) ids.put("t" + topic, new Uuid(0, numbers.get(topic)));

        Map<String, Map<Uuid, Set<Integer>>> current = new LinkedHashMap<>();
        List<Map<String, Object>> cases = new ArrayList<>();
        String event = "initial";
        int seq = random.nextInt(1 << 20);
        for (int step = 0; step < 8; step++) {
            if (step > 0) event = group.live();
            if (event.equals("amnesia")) current.remove(Recorder.oneOf(random, new ArrayList<>(group.members.keySet())));
            current.keySet().retainAll(group.members.keySet());
            List<String> order = new ArrayList<>(group.members.keySet());
            Collections.shuffle(order, random);
            Spec spec = new Spec(group, order, ids, current);
            Map<String, Map<Uuid, Set<Integer>>> target = new LinkedHashMap<>();
            assignor.assign(spec, spec).members().forEach((id, given) -> target.put(id, sorted(given.partitions())));

            Map<String, Object> members = new LinkedHashMap<>();
            for (String id : order) {
                Group.Member member = group.members.get(id);
                members.put(id, Recorder.caseOf("topics", member.topics, "instance_id", member.instanceId,
                    "current", named(ids, spec.memberAssignment(id).partitions())));
            }
            Map<String, Object> written = new TreeMap<>();
            target.forEach((id, partitions) -> written.put(id, named(ids, partitions)));
            Map<String, Object> topicIds = new LinkedHashMap<>();
            group.partitions.keySet().forEach(topic -> topicIds.put(topic, ids.get(topic).getLeastSignificantBits()));
            cases.add(Recorder.caseOf("seq", seq, "step", step, "op", event,
                "subscription_type", spec.subscriptionType().name(),
                "partitions_per_topic", new LinkedHashMap<>(group.partitions), "topic_ids", topicIds,
                "member_order", order, "members", members, "target", written));
            current = target;
        }
        return cases;
    }

    private static Map<Uuid, Set<Integer>> sorted(Map<Uuid, Set<Integer>> partitions) {
        Map<Uuid, Set<Integer>> sorted = new TreeMap<>();
        partitions.forEach((topic, numbers) -> sorted.put(topic, Collections.unmodifiableSet(new TreeSet<>(numbers))));
        return Collections.unmodifiableMap(sorted);
    }

    private static Map<String, Object> named(Map<String, Uuid> ids, Map<Uuid, Set<Integer>> partitions) {
        Map<String, Object> named = new TreeMap<>();
        ids.forEach((topic, id) -> {
            if (!partitions.getOrDefault(id, Set.of()).isEmpty()) named.put(topic, partitions.get(id));
        });
        return named;
    }

    /** A group as the coordinator describes it to an assignor. */
    private record Spec(Group group, List<String> memberIds, Map<String, Uuid> ids,
                        Map<String, Map<Uuid, Set<Integer>>> current) implements GroupSpec, SubscribedTopicDescriber {
        @Override
        public SubscriptionType subscriptionType() {
            Set<Set<String>> wishes = new HashSet<>();
            group.members.values().forEach(member -> wishes.add(new HashSet<>(member.topics)));
            return wishes.size() == 1 ? SubscriptionType.HOMOGENEOUS : SubscriptionType.HETEROGENEOUS;
        }

        @Override
        public boolean isPartitionAssigned(Uuid topic, int partition) {
            return current.values().stream().anyMatch(owned -> owned.getOrDefault(topic, Set.of()).contains(partition));
        }

        @Override
        public boolean isPartitionAssignable(Uuid topic, int partition) {
            return true;
        }

        @Override
        public MemberSubscription memberSubscription(String id) {
            Group.Member member = group.members.get(id);
            Set<Uuid> topics = new HashSet<>();
            member.topics.forEach(topic -> topics.add(ids.get(topic)));
            return new MemberSubscription() {
                @Override
                public Optional<String> rackId() {
                    return Optional.empty();
                }

                @Override
                public Optional<String> instanceId() {
                    return Optional.ofNullable(member.instanceId);
                }

                @Override
                public Set<Uuid> subscribedTopicIds() {
                    return topics;
                }
            };
        }

        @Override
        public MemberAssignment memberAssignment(String id) {
            return new MemberAssignmentImpl(current.getOrDefault(id, sorted(Map.of())));
        }

        @Override
        public int numPartitions(Uuid topic) {
            return group.partitions.get(ids.entrySet().stream().filter(e -> e.getValue().equals(topic)).findFirst().get().getKey());
        }

        @Override
        public Set<String> racksForPartition(Uuid topic, int partition) {
            return Set.of();
        }
    }
}
