package org.apache.kafka.controller;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.metadata.PartitionChangeRecord;
import org.apache.kafka.metadata.LeaderRecoveryState;
import org.apache.kafka.metadata.PartitionRegistration;
import org.apache.kafka.metadata.placement.PartitionAssignment;
import org.apache.kafka.server.common.ApiMessageAndVersion;
import org.apache.kafka.server.common.MetadataVersion;

/** What the controller makes of one partition; in its package, because most of these classes are visible only there. */
public class ControllerCases {
    private static final int BROKERS = 10;
    private static final Uuid DIRECTORY = Uuid.ONE_UUID;
    private static final List<String> EVENTS = List.of("nothing", "isr_shrink", "isr_expand", "broker_down", "preferred",
        "unclean_elect", "unclean_shutdown", "recover", "reassign_start", "reassign_progress", "reassign_cancel", "chaos");

    public static List<Map<String, Object>> reassignment(Random random) {
        List<Integer> current = someBrokers(random, 1 + random.nextInt(5));
        List<Integer> target = random.nextInt(12) == 0 ? shuffled(random, current) : near(random, current);
        PartitionReassignmentReplicas move = new PartitionReassignmentReplicas(assignment(current), assignment(target));
        List<Object> checks = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            List<Integer> isr = random.nextInt(4) == 0 ? List.copyOf(move.replicas()) : someOf(random, move.replicas(), 1);
            PartitionReassignmentReplicas again =
                new PartitionReassignmentReplicas(move.removing(), move.adding(), move.replicas());
            Optional<PartitionReassignmentReplicas.CompletedReassignment> done = again.maybeCompleteReassignment(isr);
            PartitionReassignmentRevert revert = new PartitionReassignmentRevert(registration(
                move.replicas(), isr, -1, 0, 0, move.adding(), move.removing(), List.of(), List.of(), LeaderRecoveryState.RECOVERED));
            Map<String, Object> check = new LinkedHashMap<>();
            check.put("isr", isr);
            check.put("completed", done.isPresent());
            done.ifPresent(completed -> {
                check.put("new_replicas", completed.replicas());
                check.put("new_isr", completed.isr());
            });
            Map<String, Object> cancel = new LinkedHashMap<>();
            cancel.put("replicas", revert.replicas());
            cancel.put("isr", revert.isr());
            cancel.put("unclean", revert.unclean());
            check.put("cancel", cancel);
            checks.add(check);
        }
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("current", current);
        made.put("target", target);
        made.put("replicas", move.replicas());
        made.put("adding", move.adding());
        made.put("removing", move.removing());
        made.put("in_progress", move.isReassignmentInProgress());
        made.put("original_replicas", move.originalReplicas());
        made.put("checks", checks);
        return List.of(made);
    }

    public static List<Map<String, Object>> partitionChange(Random random) {
        MetadataVersion[] versions = MetadataVersion.values();
        MetadataVersion version = versions[random.nextInt(versions.length)];
        boolean elr = version.isElrSupported() && random.nextInt(4) > 0;
        String event = EVENTS.get(random.nextInt(EVENTS.size()));
        boolean chaos = event.equals("chaos");

        List<Integer> origin = someBrokers(random, 1 + random.nextInt(5));
        PartitionReassignmentReplicas move = event.equals("reassign_progress") || event.equals("reassign_cancel") || random.nextInt(6) == 0
            ? new PartitionReassignmentReplicas(assignment(origin), assignment(near(random, origin)))
            : new PartitionReassignmentReplicas(List.of(), List.of(), origin);
        List<Integer> replicas = move.replicas();
        List<Integer> isr = someOf(random, replicas, elr && random.nextInt(4) == 0 ? 0 : 1);
        List<Integer> others = new ArrayList<>(replicas);
        others.removeAll(isr);
        List<Integer> stoodIn = elr ? someOf(random, others, 0) : List.of();
        others.removeAll(stoodIn);
        List<Integer> known = elr && random.nextBoolean() ? someOf(random, others, 0) : List.of();
        int leader = isr.isEmpty() || random.nextInt(5) == 0 ? -1 : isr.get(random.nextInt(isr.size()));
        LeaderRecoveryState recovery = LeaderRecoveryState.of((byte) (random.nextInt(5) == 0 ? 1 : 0));
        List<Integer> sorted = stoodIn.stream().sorted().toList();
        PartitionRegistration partition = registration(replicas, isr, leader, random.nextInt(20), random.nextInt(50),
            move.adding(), move.removing(), sorted, known.stream().sorted().toList(), recovery);

        List<Integer> acceptable = new ArrayList<>(IntStream.range(0, BROKERS).boxed().toList());
        if (random.nextInt(3) > 0) acceptable = someOf(random, acceptable, 0);
        List<Integer> targetIsr = null;
        List<Integer> targetReplicas = null;
        List<Integer> targetAdding = null;
        List<Integer> targetRemoving = null;
        List<Integer> unclean = null;
        LeaderRecoveryState targetRecovery = null;
        PartitionChangeBuilder.Election election = PartitionChangeBuilder.Election.ONLINE;
        if (event.equals("isr_shrink") || event.equals("broker_down") || chaos && random.nextBoolean()) {
            targetIsr = someOf(random, isr, event.equals("isr_shrink") && !isr.isEmpty() ? 1 : 0);
            if (event.equals("broker_down")) acceptable.removeIf(broker -> isr.contains(broker) && random.nextBoolean());
        }
        if (event.equals("isr_expand") || event.equals("reassign_progress") || chaos && random.nextInt(4) == 0) {
            targetIsr = new ArrayList<>(isr);
            for (int broker : replicas) {
                if (!isr.contains(broker) && random.nextInt(3) > 0) targetIsr.add(broker);
            }
            if (random.nextBoolean()) Collections.sort(targetIsr);
        }
        if (event.equals("unclean_shutdown") || chaos && random.nextInt(4) == 0) {
            unclean = someOf(random, replicas, 1);
            targetIsr = new ArrayList<>(isr);
            targetIsr.removeAll(unclean);
        }
        if (event.equals("recover") || chaos && random.nextInt(4) == 0) targetRecovery = LeaderRecoveryState.RECOVERED;
        if (event.equals("reassign_start") || chaos && random.nextInt(4) == 0) {
            List<Integer> from = new ArrayList<>(replicas);
            from.removeAll(move.adding());
            PartitionReassignmentReplicas next =
                new PartitionReassignmentReplicas(assignment(from), assignment(near(random, from)));
            targetReplicas = next.replicas();
            targetAdding = next.adding();
            targetRemoving = next.removing();
        }
        if (event.equals("reassign_cancel")) {
            PartitionReassignmentRevert revert = new PartitionReassignmentRevert(partition);
            targetReplicas = revert.replicas();
            targetIsr = revert.isr();
            targetAdding = List.of();
            targetRemoving = List.of();
            if (revert.unclean()) election = PartitionChangeBuilder.Election.UNCLEAN;
        }
        if (event.equals("preferred")) election = PartitionChangeBuilder.Election.PREFERRED;
        if (event.equals("unclean_elect")) election = PartitionChangeBuilder.Election.UNCLEAN;
        if (chaos) {
            PartitionChangeBuilder.Election[] all = PartitionChangeBuilder.Election.values();
            election = all[random.nextInt(all.length)];
        }
        int minIsr = 1 + random.nextInt(3);
        boolean useLastKnown = random.nextInt(4) > 0;

        List<Integer> mayLead = acceptable;
        PartitionChangeBuilder builder =
            new PartitionChangeBuilder(partition, Uuid.ONE_UUID, 0, mayLead::contains, version, minIsr, elr);
        builder.setElection(election).setUseLastKnownLeaderInBalancedRecovery(useLastKnown)
            .setDefaultDirProvider(broker -> DIRECTORY);
        if (targetIsr != null) builder.setTargetIsr(targetIsr);
        if (targetReplicas != null) builder.setTargetReplicas(targetReplicas);
        if (targetAdding != null) builder.setTargetAdding(targetAdding);
        if (targetRemoving != null) builder.setTargetRemoving(targetRemoving);
        if (targetRecovery != null) builder.setTargetLeaderRecoveryState(targetRecovery);
        if (unclean != null) builder.setUncleanShutdownReplicas(unclean);

        Map<String, Object> made = new LinkedHashMap<>();
        made.put("op", event);
        made.putAll(state(partition));
        made.put("acceptable", mayLead);
        made.put("election", election.name());
        made.put("min_isr", minIsr);
        made.put("elr_enabled", elr);
        made.put("metadata_version", version.version());
        made.put("bump_on_isr_shrink", version.isLeaderEpochBumpRequiredOnIsrShrink());
        made.put("recovery_supported", true);
        made.put("use_last_known_leader", useLastKnown);
        if (targetIsr != null) made.put("target_isr", targetIsr);
        if (targetReplicas != null) made.put("target_replicas", targetReplicas);
        if (targetAdding != null) made.put("target_adding", targetAdding);
        if (targetRemoving != null) made.put("target_removing", targetRemoving);
        if (targetRecovery != null) made.put("target_recovery", targetRecovery.name());
        if (unclean != null) made.put("unclean_shutdown", unclean);
        Optional<ApiMessageAndVersion> built = builder.build();
        if (built.isPresent()) {
            PartitionChangeRecord record = (PartitionChangeRecord) built.get().message();
            if (record.replicas() != null && record.directories() == null) {
                // Versions before 3.7 write none; they are not recorded here, but a registration wants one a replica.
                record.setDirectories(Collections.nCopies(record.replicas().size(), DIRECTORY));
            }
            made.put("changed", changed(record));
            made.put("result", state(partition.merge(record)));
        } else {
            made.put("result", null);
        }
        return List.of(made);
    }

    private static List<String> changed(PartitionChangeRecord record) {
        List<String> changed = new ArrayList<>();
        if (record.leader() != -2) changed.add("leader");
        if (record.isr() != null) changed.add("isr");
        if (record.replicas() != null) changed.add("replicas");
        if (record.addingReplicas() != null) changed.add("adding");
        if (record.removingReplicas() != null) changed.add("removing");
        if (record.eligibleLeaderReplicas() != null) changed.add("elr");
        if (record.lastKnownElr() != null) changed.add("last_known_elr");
        if (record.leaderRecoveryState() != -1) changed.add("recovery");
        return changed;
    }

    private static Map<String, Object> state(PartitionRegistration partition) {
        Map<String, Object> state = new LinkedHashMap<>();
        state.put("replicas", partition.replicas);
        state.put("isr", partition.isr);
        state.put("leader", partition.leader);
        state.put("leader_epoch", partition.leaderEpoch);
        state.put("partition_epoch", partition.partitionEpoch);
        state.put("adding", partition.addingReplicas);
        state.put("removing", partition.removingReplicas);
        state.put("elr", partition.elr);
        state.put("last_known_elr", partition.lastKnownElr);
        state.put("recovery", partition.leaderRecoveryState.name());
        return state;
    }

    private static PartitionRegistration registration(List<Integer> replicas, List<Integer> isr, int leader, int leaderEpoch,
            int partitionEpoch, List<Integer> adding, List<Integer> removing, List<Integer> elr, List<Integer> lastKnownElr,
            LeaderRecoveryState recovery) {
        Uuid[] directories = new Uuid[replicas.size()];
        Arrays.fill(directories, DIRECTORY);
        return new PartitionRegistration.Builder().setReplicas(ints(replicas)).setDirectories(directories).setIsr(ints(isr))
            .setAddingReplicas(ints(adding)).setRemovingReplicas(ints(removing)).setElr(ints(elr))
            .setLastKnownElr(ints(lastKnownElr)).setLeader(leader).setLeaderRecoveryState(recovery)
            .setLeaderEpoch(leaderEpoch).setPartitionEpoch(partitionEpoch).build();
    }

    private static int[] ints(List<Integer> some) {
        return some.stream().mapToInt(Integer::intValue).toArray();
    }

    private static PartitionAssignment assignment(List<Integer> replicas) {
        return new PartitionAssignment(replicas, broker -> DIRECTORY);
    }

    private static List<Integer> someBrokers(Random random, int count) {
        return List.copyOf(shuffled(random, IntStream.range(0, BROKERS).boxed().toList()).subList(0, count));
    }

    private static List<Integer> shuffled(Random random, List<Integer> some) {
        List<Integer> mixed = new ArrayList<>(some);
        Collections.shuffle(mixed, random);
        return mixed;
    }

    /** Another list of replicas that often shares some with the present one. */
    private static List<Integer> near(Random random, List<Integer> replicas) {
        List<Integer> target = someOf(random, replicas, 0);
        for (int broker : someBrokers(random, random.nextInt(4))) {
            if (!target.contains(broker)) target.add(broker);
        }
        if (target.isEmpty()) target.add(random.nextInt(BROKERS));
        return shuffled(random, target);
    }

    /** Some of a list in any order, at least so many. */
    private static List<Integer> someOf(Random random, List<Integer> all, int least) {
        int count = all.isEmpty() ? 0 : Math.max(Math.min(least, all.size()), random.nextInt(all.size() + 1));
        return new ArrayList<>(shuffled(random, all).subList(0, count));
    }
}
