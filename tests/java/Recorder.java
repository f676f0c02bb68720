import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import kafka.server.share.ShareCases;
import org.apache.kafka.controller.ControllerCases;
import org.apache.kafka.controller.TopicCases;

/**
 * Asks Kafka's own classes about random inputs, and writes what they answer as JSON lines: Recorder SEED CASES FOLDER.
 * The formats are described in tests/vectors/kafka-runs/README.md; each kind of case goes into a file of its own.
 */
public class Recorder {
    private static final JsonMapper JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();

    public static void main(String[] arguments) throws IOException {
        long seed = Long.parseLong(arguments[0]);
        int cases = Integer.parseInt(arguments[1]);
        Path folder = Files.createDirectories(Path.of(arguments[2]));

        // A source gives one or more cases a call: a group lives through several rebalances.
        Map<String, Function<Random, List<Map<String, Object>>>> sources = new LinkedHashMap<>();
        sources.put("murmur2", HashCases::murmur2);
        sources.put("group_coordinator_partition", HashCases::coordinatorPartition);
        sources.put("topic_names", HashCases::topicNames);
        sources.put("range_assign", ClientCases::range);
        sources.put("roundrobin_assign", ClientCases::roundRobin);
        sources.put("sticky_assign", ClientCases::sticky);
        sources.put("cooperative_sticky_assign", ClientCases::cooperativeSticky);
        sources.put("server_uniform", ServerCases::uniform);
        sources.put("server_range", ServerCases::range);
        sources.put("simple_assign", ServerCases::simple);
        sources.put("striped_placer", PlacementCases::striped);
        sources.put("partition_change", ControllerCases::partitionChange);
        sources.put("reassignment", ControllerCases::reassignment);
        sources.put("share_partition", ShareCases::sharePartition);
        sources.put("topic_requests", TopicCases::requests);
        sources.put("record_sizes", ClientRuleCases::recordSizes);
        sources.put("backoffs", ClientRuleCases::backoffs);
        sources.put("errors", ClientRuleCases::errors);
        sources.put("metadata_age", ClientRuleCases::metadataAge);
        sources.put("keyed_partition", ClientRuleCases::keyedPartition);
        sources.put("round_robin_partitioner", ClientRuleCases::roundRobinPartitioner);
        sources.put("rack_aware", ClientRuleCases::rackAware);
        sources.put("config_values", ConfigCases::values);
        sources.put("config_pairs", ConfigCases::pairs);
        sources.put("assignor_names", ConfigCases::assignorNames);
        sources.put("reset_durations", ConfigCases::resetDurations);
        sources.put("segments", SegmentCases::segments);

        for (Map.Entry<String, Function<Random, List<Map<String, Object>>>> source : sources.entrySet()) {
            // A generator for each kind, so that a change to one kind leaves the others as they were.
            Random random = new Random(seed * 31 + source.getKey().hashCode());
            try (Writer lines = Files.newBufferedWriter(folder.resolve(source.getKey() + ".jsonl"))) {
                for (int written = 0; written < cases; ) {
                    List<Map<String, Object>> some = source.getValue().apply(random);
                    for (Map<String, Object> one : some.subList(0, Math.min(some.size(), cases - written))) {
                        lines.write(JSON.writeValueAsString(one) + "\n");
                        written++;
                    }
                }
            }
        }
    }

    /** One case: names and values in turn; what is null is left out. */
    static Map<String, Object> caseOf(Object... namesAndValues) {
        Map<String, Object> made = new LinkedHashMap<>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            if (namesAndValues[i + 1] != null) made.put((String) namesAndValues[i], namesAndValues[i + 1]);
        }
        return made;
    }

    static <T> T oneOf(Random random, List<T> some) {
        return some.get(random.nextInt(some.size()));
    }

    /** Some of a list, each with the same chance, in the list's order. */
    static <T> List<T> someOf(Random random, List<T> all) {
        List<T> some = new ArrayList<>();
        double share = random.nextDouble();
        for (T one : all) {
            if (random.nextDouble() < share) some.add(one);
        }
        return some;
    }
}
