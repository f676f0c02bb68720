import java.math.BigInteger;
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
import org.apache.kafka.coordinator.group.api.assignor.PartitionAssignor;
import org.apache.kafka.coordinator.group.api.assignor.SubscribedTopicDescriber;
import org.apache.kafka.coordinator.group.api.assignor.SubscriptionType;
import org.apache.kafka.coordinator.group.assignor.RangeAssignor;
import org.apache.kafka.coordinator.group.assignor.SimpleAssignor;
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

    /** Share groups; where hash codes decide, those of the partitions that are wanted follow each other. */
    static List<Map<String, Object>> simple(Random random) {
        Group group = new Group(random, random.nextInt(4) == 0, false);
        PartitionAssignor assignor = new SimpleAssignor();
        Map<String, Map<String, Set<Integer>>> had = new LinkedHashMap<>();
        List<Map<String, Object>> cases = new ArrayList<>();
        String event = "initial";
        int seq = random.nextInt(1 << 20);
        for (int step = 0; step < 8; step++) {
            if (step > 0) event = group.live();
            if (event.equals("amnesia")) had.remove(Recorder.oneOf(random, new ArrayList<>(group.members.keySet())));
            had.keySet().retainAll(group.members.keySet());
            Map<String, Uuid> ids = consecutive(group);
            Map<String, Map<Uuid, Set<Integer>>> current = new LinkedHashMap<>();
            had.forEach((id, topics) -> {
                Map<Uuid, Set<Integer>> owned = new LinkedHashMap<>();
                ids.forEach((topic, uuid) -> {
                    if (topics.containsKey(topic)) owned.put(uuid, Collections.unmodifiableSet(topics.get(topic)));
                });
                current.put(id, Collections.unmodifiableMap(owned));
            });
            List<String> order = new ArrayList<>(group.members.keySet());
            Collections.shuffle(order, random);
            Spec spec = new Spec(group, order, ids, current);
            Map<String, Object> members = new LinkedHashMap<>();
            for (String id : order) {
                members.put(id, Recorder.caseOf("topics", group.members.get(id).topics,
                    "current", named(ids, spec.memberAssignment(id).partitions())));
            }
            Map<String, Map<String, Set<Integer>>> target = new TreeMap<>();
            assignor.assign(spec, spec).members().forEach((id, given) -> {
                Map<String, Set<Integer>> topics = new TreeMap<>();
                ids.forEach((topic, uuid) -> {
                    Set<Integer> numbers = given.partitions().getOrDefault(uuid, Set.of());
                    if (!numbers.isEmpty()) topics.put(topic, new TreeSet<>(numbers));
                });
                target.put(id, topics);
            });
            Map<String, Object> numbered = new LinkedHashMap<>();
            group.partitions.keySet().forEach(topic -> numbered.put(topic, numbered.size() + 1));
            cases.add(Recorder.caseOf("seq", seq, "step", step, "op", event,
                "subscription_type", spec.subscriptionType().name(),
                "partitions_per_topic", new LinkedHashMap<>(group.partitions), "topic_ids", numbered,
                "member_order", order, "members", members, "target", target));
            had = new LinkedHashMap<>(target);
        }
        return cases;
    }

    /** Ids with which the hash code of a partition, 31 * that of its topic + its number, counts those that are wanted. */
    private static Map<String, Uuid> consecutive(Group group) {
        long inverse = BigInteger.valueOf(31).modInverse(BigInteger.valueOf(2048)).longValue();
        Map<String, Uuid> ids = new LinkedHashMap<>();
        int wanted = 0;
        int unwanted = 0;
        for (Map.Entry<String, Integer> topic : group.partitions.entrySet()) {
            if (group.members.values().stream().anyMatch(member -> member.topics.contains(topic.getKey()))) {
                ids.put(topic.getKey(), new Uuid(0, wanted * inverse % 2048));
                wanted += topic.getValue();
            } else {
                ids.put(topic.getKey(), new Uuid(0, 4096 + unwanted++));
            }
        }
        return ids;
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

    /** By topic id, and partitions as the coordinator has them once its record is replayed: copied into a set. */
    private static Map<Uuid, Set<Integer>> sorted(Map<Uuid, Set<Integer>> partitions) {
        Map<Uuid, Set<Integer>> sorted = new TreeMap<>();
        partitions.forEach((topic, numbers) -> sorted.put(topic, Collections.unmodifiableSet(new HashSet<>(new TreeSet<>(numbers)))));
        return Collections.unmodifiableMap(sorted);
    }

    private static Map<String, Object> named(Map<String, Uuid> ids, Map<Uuid, Set<Integer>> partitions) {
        Map<String, Object> named = new TreeMap<>();
        ids.forEach((topic, id) -> {
            if (!partitions.getOrDefault(id, Set.of()).isEmpty()) named.put(topic, new TreeSet<>(partitions.get(id)));
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
