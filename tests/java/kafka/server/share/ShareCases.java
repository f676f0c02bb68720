package kafka.server.share;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.clients.consumer.internals.ShareAcquireMode;
import org.apache.kafka.common.TopicIdPartition;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ShareFetchResponseData.AcquiredRecords;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.coordinator.group.modern.share.ShareGroupConfigProvider;
import org.apache.kafka.server.partition.PartitionListener;
import org.apache.kafka.server.share.PartitionMetadataProvider;
import org.apache.kafka.server.share.acknowledge.ShareAcknowledgementBatch;
import org.apache.kafka.server.share.dlq.NoOpShareGroupDLQManager;
import org.apache.kafka.server.share.fetch.InFlightState;
import org.apache.kafka.server.share.persister.NoOpStatePersister;
import org.apache.kafka.server.share.persister.PartitionErrorData;
import org.apache.kafka.server.share.persister.PartitionFactory;
import org.apache.kafka.server.share.persister.TopicData;
import org.apache.kafka.server.share.persister.WriteShareGroupStateParameters;
import org.apache.kafka.server.share.persister.WriteShareGroupStateResult;
import org.apache.kafka.server.storage.log.FetchIsolation;
import org.apache.kafka.server.storage.log.FetchPartitionData;
import org.apache.kafka.server.util.timer.Timer;
import org.apache.kafka.server.util.timer.TimerTask;
import org.apache.kafka.server.util.timer.TimerTaskEntry;
import org.apache.kafka.storage.internals.log.LogOffsetMetadata;

/** What a share group lends of one partition; in its package, because the class is visible only there. */
public class ShareCases {
    private static final int LOCK_MS = 30_000;
    private static final TopicIdPartition PARTITION = new TopicIdPartition(Uuid.ONE_UUID, 0, "parcels");
    private static final List<String> MEMBERS = List.of("C1", "C2", "C3");
    private static final List<String> OUTCOMES = List.of("accept", "release", "reject");

    public static List<Map<String, Object>> sharePartition(Random random) {
        int records = 1 + random.nextInt(12);
        int locks = random.nextInt(3) == 0 ? 1 + random.nextInt(8) : 2_000;
        int limit = 2 + random.nextInt(9);
        // Only what was lent together and came back again and again is lent in parts, so most lives are such ones.
        boolean inVain = random.nextInt(4) > 0;
        int largest = inVain ? 4 + random.nextInt(9) : 1 + 4 * random.nextInt(3);
        Clock clock = new Clock();
        SharePartition partition = partition(locks, limit, clock);
        List<Object> steps = new ArrayList<>();
        NavigableMap<Long, Flight> before = new TreeMap<>();
        long start = 0;
        for (int left = inVain ? limit * (4 + random.nextInt(4)) : 4 + random.nextInt(16); left > 0; left--) {
            Map<String, Object> made = step(random, partition, records, clock, largest, inVain);
            NavigableMap<Long, Flight> after = inFlight(partition);
            Map<String, Object> changed = changed(before, after);
            if (partition.startOffset() != start) made.put("start_offset", start = partition.startOffset());
            if (!changed.isEmpty()) made.put("changed", changed);
            steps.add(made);
            before = after;
        }
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("records", records);
        made.put("max_record_locks", locks);
        made.put("delivery_count_limit", limit);
        made.put("steps", steps);
        return List.of(made);
    }

    private static Map<String, Object> step(Random random, SharePartition partition, int records, Clock clock, int largest,
            boolean inVain) {
        Map<String, Object> made = new LinkedHashMap<>();
        String member = MEMBERS.get(random.nextInt(MEMBERS.size()));
        List<Long> lent = lentTo(partition, member);
        int drawn = random.nextInt(inVain ? 12 : 20);
        if (drawn == 0) {
            made.put("op", "lock_timeout");
            clock.advance(LOCK_MS);
        } else if (drawn == 1) {
            made.put("op", "close_session");
            made.put("member", member);
            partition.releaseAcquiredRecords(member).join();
        } else if (drawn < 9 && !lent.isEmpty()) {
            String outcome = inVain && random.nextInt(12) > 0 ? "release" : OUTCOMES.get(random.nextInt(OUTCOMES.size()));
            made.put("op", outcome);
            made.put("member", member);
            byte type = (byte) (OUTCOMES.indexOf(outcome) + 1);
            List<ShareAcknowledgementBatch> batches = new ArrayList<>();
            lent.forEach(offset -> batches.add(new ShareAcknowledgementBatch(offset, offset, List.of(type))));
            partition.acknowledge(member, batches).join();
        } else {
            int most = 1 + random.nextInt(largest);
            made.put("op", "acquire");
            made.put("member", member);
            made.put("max_records", most);
            List<Long> acquired = acquired(partition, member, most, records);
            if (!acquired.isEmpty()) made.put("acquired", acquired);
        }
        return made;
    }

    private static List<Long> acquired(SharePartition partition, String member, int most, int records) {
        List<Long> offsets = new ArrayList<>();
        long first = partition.nextFetchOffset();
        if (first >= records || !partition.canAcquireRecords()) return offsets;
        FetchPartitionData fetched = new FetchPartitionData(Errors.NONE, records, 0, log(first, records), Optional.empty(),
            OptionalLong.empty(), Optional.empty(), OptionalInt.empty(), false);
        for (AcquiredRecords some : partition.acquire(member, ShareAcquireMode.RECORD_LIMIT, most, most, first, fetched,
                FetchIsolation.HIGH_WATERMARK).acquiredRecords())
            for (long offset = some.firstOffset(); offset <= some.lastOffset(); offset++) offsets.add(offset);
        return offsets;
    }

    /** The log from an offset on, each record a batch of its own, as producers that wait for each answer write it. */
    private static MemoryRecords log(long first, int end) {
        ByteBuffer written = ByteBuffer.allocate(4_096);
        for (long offset = first; offset < end; offset++)
            written.put(MemoryRecords.withRecords(offset, Compression.NONE, 0, new SimpleRecord(0L, new byte[] {1})).buffer());
        written.flip();
        return MemoryRecords.readableRecords(written);
    }

    private static List<Long> lentTo(SharePartition partition, String member) {
        List<Long> offsets = new ArrayList<>();
        inFlight(partition).forEach((offset, state) -> {
            if (state.member().equals(member)) offsets.add(offset);
        });
        return offsets;
    }

    /** What is not as it was, neighbours that are alike in one: state, delivery count and the member that has it. */
    private static Map<String, Object> changed(Map<Long, Flight> before, NavigableMap<Long, Flight> after) {
        Map<String, Object> said = new LinkedHashMap<>();
        for (long first = 0, last; first <= (after.isEmpty() ? -1 : after.lastKey()); first = last + 1) {
            last = first;
            Flight state = after.get(first);
            if (state == null || state.equals(before.get(first))) continue;
            while (state.equals(after.get(last + 1)) && !state.equals(before.get(last + 1))) last++;
            List<Object> of = new ArrayList<>(List.of(state.state(), state.count()));
            if (!state.member().isEmpty()) of.add(state.member());
            said.put(first + "-" + last, of);
        }
        return said;
    }

    private record Flight(String state, int count, String member) {
        static Flight of(InFlightState state) {
            return of(state.state().name(), state.deliveryCount(), state.memberId());
        }

        static Flight of(String state, int count, String member) {
            boolean lent = state.equals("ACQUIRED");
            return new Flight(state.toLowerCase(Locale.ROOT), count, lent ? member : "");
        }
    }

    /** What is in flight, record by record; from its start offset on, for what lies before is forgotten. */
    private static NavigableMap<Long, Flight> inFlight(SharePartition partition) {
        NavigableMap<Long, Flight> found = new TreeMap<>();
        partition.cachedState().forEach((first, batch) -> {
            if (batch.offsetState() != null) batch.offsetState().forEach((offset, state) -> found.put(offset, Flight.of(state)));
            else for (long offset = first; offset <= batch.lastOffset(); offset++)
                found.put(offset, Flight.of(batch.batchState().name(), batch.batchDeliveryCount(), batch.batchMemberId()));
        });
        return found.tailMap(partition.startOffset(), true);
    }

    private static SharePartition partition(int locks, int limit, Clock clock) {
        Supplier<Boolean> noDlq = () -> false;
        SharePartition made = new SharePartition("sorting", PARTITION, 0, locks, limit, LOCK_MS, clock, clock, new Kept(),
            new Unasked(), key -> { }, new Defaults(), null, noDlq, new NoOpShareGroupDLQManager());
        made.maybeInitialize().join();
        return made;
    }

    /** A clock that stands, and is its own timer. */
    private static class Clock implements Time, Timer {
        private final List<TimerTaskEntry> entries = new ArrayList<>();
        private long now;

        void advance(long ms) {
            now += ms;
            for (TimerTaskEntry entry : List.copyOf(entries))
                if (entry.expirationMs <= now) {
                    entries.remove(entry);
                    if (!entry.cancelled()) entry.timerTask.run();
                }
        }

        @Override public void add(TimerTask task) { entries.add(new TimerTaskEntry(task, now + task.delayMs)); }
        @Override public boolean advanceClock(long timeoutMs) { return false; }
        @Override public int size() { return entries.size(); }
        @Override public void close() { }
        @Override public long milliseconds() { return now; }
        @Override public long hiResClockMs() { return now; }
        @Override public long nanoseconds() { return now * 1_000_000; }
        @Override public void sleep(long ms) { now += ms; }
        @Override public void waitObject(Object on, Supplier<Boolean> condition, long deadlineMs) { }
    }

    /** A share coordinator that writes everything down and knows of nothing before. */
    private static class Kept extends NoOpStatePersister {
        @Override
        public CompletableFuture<WriteShareGroupStateResult> writeState(WriteShareGroupStateParameters asked) {
            PartitionErrorData written = PartitionFactory.newPartitionErrorData(0, Errors.NONE.code(), null);
            return CompletableFuture.completedFuture(new WriteShareGroupStateResult.Builder()
                .setTopicsData(List.of(new TopicData<>(Uuid.ONE_UUID, List.of(written)))).build());
        }
    }

    private static class Defaults extends ShareGroupConfigProvider {
        Defaults() { super(null); }

        @Override public int recordLockDurationMsOrDefault(String group, int otherwise) { return otherwise; }
        @Override public int deliveryCountLimitOrDefault(String group, int otherwise) { return otherwise; }
        @Override public int partitionMaxRecordLocksOrDefault(String group, int otherwise) { return otherwise; }
        @Override public boolean isRenewAcknowledgeEnabled(String group) { return true; }
        @Override public Optional<String> errorsDLQTopicName(String group) { return Optional.empty(); }
        @Override public org.apache.kafka.coordinator.group.ShareGroupAutoOffsetResetStrategy autoOffsetReset(String group) {
            return org.apache.kafka.coordinator.group.ShareGroupAutoOffsetResetStrategy.EARLIEST;
        }
    }

    /** A log that begins at 0. */
    private static class Unasked implements PartitionMetadataProvider {
        @Override public long offsetForEarliestTimestamp(TopicIdPartition partition, int epoch) { return 0; }
        @Override public long offsetForLatestTimestamp(TopicIdPartition partition, int epoch) { return 0; }
        @Override public long offsetForTimestamp(TopicIdPartition partition, long ms, int epoch) { return 0; }
        @Override public LogOffsetMetadata endOffsetMetadata(TopicIdPartition partition, FetchIsolation isolation) { return null; }
        @Override public int leaderEpoch(TopicIdPartition partition) { return 0; }
        @Override public boolean addPartitionListener(TopicIdPartition partition, PartitionListener listener) { return true; }
        @Override public void removePartitionListener(TopicIdPartition partition, PartitionListener listener) { }
    }
}
