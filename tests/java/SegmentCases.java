import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.storage.internals.log.LogConfig;
import org.apache.kafka.storage.internals.log.LogFileUtils;
import org.apache.kafka.storage.internals.log.LogSegment;
import org.apache.kafka.storage.internals.log.RollParams;

/** A real segment in a folder of its own: what its file is called, and when a batch needs a new one. */
class SegmentCases {
    static List<Map<String, Object>> segments(Random random) {
        try {
            Path folder = Files.createTempDirectory("segment");
            try {
                return List.of(segment(random, folder));
            } finally {
                try (Stream<Path> left = Files.walk(folder)) {
                    left.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
                }
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Map<String, Object> segment(Random random, Path folder) throws IOException {
        long base = random.nextInt(3) == 0 ? Math.abs(random.nextLong() >> 1) : random.nextInt(1_000);
        int mostBytes = 300 + random.nextInt(900);
        long mostMs = 1 + random.nextInt(2_000);
        LogConfig config = new LogConfig(new Properties());
        List<Object> batches = new ArrayList<>();
        try (LogSegment segment = LogSegment.open(folder.toFile(), base, config, Time.SYSTEM, 1 << 20, false)) {
            long offset = base;
            for (int n = 0; n < 6; n++) {
                long time = 10_000 + random.nextInt(2_500);
                byte[] value = new byte[random.nextInt(250)];
                MemoryRecords records =
                    MemoryRecords.withRecords(offset, Compression.NONE, new SimpleRecord(time, null, value));
                boolean rolls = segment.shouldRoll(
                    new RollParams(mostMs, mostBytes, time, offset, records.sizeInBytes(), 20_000));
                batches.add(Recorder.caseOf("size_bytes", segment.size(), "batch_bytes", records.sizeInBytes(),
                    "timestamp_ms", time, "rolls", rolls));
                if (rolls) break;
                segment.append(offset, records);
                offset++;
            }
        }
        return Recorder.caseOf("base_offset", base, "file", LogFileUtils.filenamePrefixFromOffset(base) + ".log",
            "segment_bytes", mostBytes, "segment_ms", mostMs, "batches", batches);
    }
}
