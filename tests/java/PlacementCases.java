import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.metadata.placement.ClusterDescriber;
import org.apache.kafka.metadata.placement.PlacementSpec;
import org.apache.kafka.metadata.placement.StripedReplicaPlacer;
import org.apache.kafka.metadata.placement.UsableBroker;

/** Which brokers a new topic gets; every number that the placer draws is written down. */
class PlacementCases {
    static List<Map<String, Object>> striped(Random random) {
        List<String> racks = List.of("a", "b", "c", "north", "south", "east");
        int kinds = 1 + random.nextInt(racks.size());
        boolean named = random.nextInt(3) > 0;
        List<Integer> ids = new ArrayList<>();
        for (int id = 0; id < 12; id++) ids.add(id);
        Collections.shuffle(ids, random);
        double fenced = random.nextInt(3) > 0 ? random.nextDouble() / 3 : random.nextDouble();
        List<UsableBroker> brokers = new ArrayList<>();
        for (int id : ids.subList(0, 1 + random.nextInt(10))) {
            boolean hasRack = named && random.nextInt(12) > 0;
            brokers.add(new UsableBroker(id, hasRack ? Optional.of(racks.get(random.nextInt(kinds))) : Optional.empty(),
                random.nextDouble() < fenced));
        }
        int partitions = 1 + random.nextInt(12);
        int factor = random.nextInt(10) == 0 ? random.nextInt(14) - 1 : 1 + random.nextInt(brokers.size());

        int seed = random.nextInt();
        List<int[]> draws = new ArrayList<>();
        Random drawn = new Random(seed) {
            @Override
            public int nextInt(int bound) {
                int value = super.nextInt(bound);
                draws.add(new int[] {bound, value});
                return value;
            }
        };
        List<List<Integer>> placement = null;
        String error = null;
        String message = null;
        try {
            placement = new StripedReplicaPlacer(drawn).place(new PlacementSpec(0, partitions, (short) factor), new ClusterDescriber() {
                @Override
                public Iterator<UsableBroker> usableBrokers() {
                    return brokers.iterator();
                }

                @Override
                public Uuid defaultDir(int broker) {
                    return Uuid.ONE_UUID;
                }
            }).assignments().stream().map(one -> one.replicas()).toList();
        } catch (InvalidReplicationFactorException refusal) {
            error = refusal.getClass().getSimpleName();
            message = refusal.getMessage();
        }

        // The placer keeps racks in a hash map by optional name, in this order.
        Map<Optional<String>, Boolean> rackMap = new HashMap<>();
        List<Object> written = new ArrayList<>();
        for (UsableBroker broker : brokers) {
            rackMap.put(broker.rack(), true);
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("id", broker.id());
            one.put("rack", broker.rack().orElse(null));
            one.put("fenced", broker.fenced());
            written.add(one);
        }
        List<String> rackOrder = new ArrayList<>();
        rackMap.keySet().forEach(rack -> rackOrder.add(rack.orElse(null)));
        return List.of(Recorder.caseOf("brokers", written, "start_partition", 0, "partitions", partitions,
            "replication_factor", factor, "random", "java_util_Random", "seed", seed, "rack_map_order", rackOrder,
            "draws", draws, "placement", placement, "error", error, "message", message));
    }
}
