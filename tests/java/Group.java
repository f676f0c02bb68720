import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A group that lives through random events; each source of cases asks its own assignor after each of them. */
class Group {
    private static final List<String> EXOTIC = List.of("\uFFFF-1", "\uD83D\uDCD1-1", "é", "Z", "a", "A", "10", "9");
    private static final List<String> PEOPLE = List.of("ann", "bob", "dan", "eve", "gus", "hal", "ivy", "jon", "Oz");
    private static final List<String> EVENTS =
        List.of("join", "leave", "grow", "new_topic", "resubscribe", "amnesia", "stale", "rejoin");

    /** What one member wants, and what it owns by its own account. */
    static class Member {
        List<String> topics;
        String instanceId;
        List<Object[]> owned = new ArrayList<>();
        int generation = -1;
    }

    final Map<String, Member> members = new LinkedHashMap<>();
    final Map<String, Integer> partitions = new LinkedHashMap<>();
    final boolean sameWishes;
    private final Random random;
    private final boolean mayWantNothing;
    private final boolean mayWantUnknown;

    Group(Random random, boolean mayWantNothing, boolean mayWantUnknown) {
        this.random = random;
        this.mayWantNothing = mayWantNothing;
        this.mayWantUnknown = mayWantUnknown;
        sameWishes = random.nextInt(3) > 0;
        boolean crowd = random.nextInt(8) == 0;
        for (int i = random.nextInt(crowd ? 8 : 4); i >= 0; i--) addTopic(crowd ? 30 : 9);
        for (int i = random.nextInt(crowd ? 30 : 6); i >= 0; i--) join();
    }

    /** Lets something happen, and tells its name. */
    String live() {
        String event = Recorder.oneOf(random, EVENTS);
        switch (event) {
            case "join" -> join();
            case "leave" -> {
                if (members.size() > 1) members.remove(anyMember());
            }
            case "grow" -> partitions.merge(anyTopic(), 1 + random.nextInt(3), Integer::sum);
            case "new_topic" -> {
                addTopic(9);
                resubscribe();
            }
            case "resubscribe" -> resubscribe();
            case "amnesia" -> {
                Member member = members.get(anyMember());
                member.owned = new ArrayList<>();
                member.generation = -1;
            }
            case "stale" -> {
                Member member = members.get(anyMember());
                List<Object[]> claims = Recorder.someOf(random, members.get(anyMember()).owned);
                claims.removeIf(claim -> member.owned.stream().anyMatch(own -> own[0].equals(claim[0]) && own[1].equals(claim[1])));
                member.owned.addAll(claims);
                member.generation = Math.max(-1, member.generation - random.nextInt(3));
            }
            default -> { }
        }
        return event;
    }

    private void join() {
        String id = switch (random.nextInt(4)) {
            case 0 -> "consumer-" + random.nextInt(14);
            case 1 -> String.format("app-%04x-%d", random.nextInt(1 << 16), random.nextInt(9));
            case 2 -> Recorder.oneOf(random, EXOTIC);
            default -> Recorder.oneOf(random, PEOPLE);
        };
        Member member = new Member();
        member.topics = wish();
        if (random.nextInt(3) == 0) {
            String instance = (random.nextBoolean() ? "i" : "node-") + random.nextInt(20);
            if (members.values().stream().noneMatch(other -> instance.equals(other.instanceId))) member.instanceId = instance;
        }
        members.putIfAbsent(id, member);
    }

    private void resubscribe() {
        if (sameWishes && random.nextInt(4) > 0) {
            List<String> wish = wish();
            members.values().forEach(member -> member.topics = wish);
        } else {
            members.get(anyMember()).topics = wish();
        }
    }

    private List<String> wish() {
        if (mayWantNothing && random.nextInt(6) == 0) return List.of();
        if (sameWishes && !members.isEmpty() && random.nextInt(20) > 0) return members.get(anyMember()).topics;
        List<String> wish = new ArrayList<>(Recorder.someOf(random, new ArrayList<>(partitions.keySet())));
        if (wish.isEmpty()) wish.add(anyTopic());
        if (mayWantUnknown && random.nextInt(10) == 0) wish.add("unknown");
        Collections.shuffle(wish, random);
        return wish;
    }

    private void addTopic(int most) {
        partitions.putIfAbsent("t" + random.nextInt(12), 1 + random.nextInt(most));
    }

    private String anyTopic() {
        return Recorder.oneOf(random, new ArrayList<>(partitions.keySet()));
    }

    private String anyMember() {
        return Recorder.oneOf(random, new ArrayList<>(members.keySet()));
    }
}
