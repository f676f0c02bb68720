import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.clients.producer.internals.DefaultPartitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;

/**
 * Asks the default partitioner of an older release, beside whose jars it is compiled, and writes JSON lines:
 * DefaultPartitionerCases SEED CASES FILE. Since 2.4 it is told when a batch is opened; before, it has no such method.
 */
public class DefaultPartitionerCases {
    public static void main(String[] arguments) throws Exception {
        Random random = new Random(Long.parseLong(arguments[0]));
        List<String> lines = new ArrayList<>();
        for (int n = Integer.parseInt(arguments[1]); n > 0; n--) lines.add(life(random));
        Files.write(Path.of(arguments[2]), lines);
    }

    private static String life(Random random) throws IOException, ReflectiveOperationException {
        int partitions = 1 + random.nextInt(6);
        Set<Integer> led = new HashSet<>();
        boolean all = random.nextBoolean();
        for (int n = 0; n < partitions; n++) if (all || random.nextInt(3) > 0) led.add(n);
        if (led.isEmpty()) led.add(random.nextInt(partitions));
        Node node = new Node(0, "localhost", 9092);
        Node[] nodes = {node};
        List<PartitionInfo> infos = new ArrayList<>();
        for (int n = 0; n < partitions; n++) infos.add(new PartitionInfo("letters", n, led.contains(n) ? node : null, nodes, nodes));
        Cluster cluster = new Cluster("cluster", List.of(node), infos, Collections.emptySet(), Collections.emptySet());
        List<String> asked = new ArrayList<>();
        DefaultPartitioner partitioner = new DefaultPartitioner();
        Method opened = null;
        for (Method method : DefaultPartitioner.class.getMethods()) {
            if (method.getName().equals("onNewBatch") && !method.isBridge()) opened = method;
        }
        int last = -1;
        for (int n = 0; n < 10; n++) {
            boolean isNew = opened != null && last >= 0 && random.nextInt(3) == 0;
            if (isNew) opened.invoke(partitioner, "letters", cluster, last);
            byte[] key = random.nextInt(4) == 0 ? new byte[random.nextInt(12)] : null;
            if (key != null) random.nextBytes(key);
            int chosen = partitioner.partition("letters", null, key, null, null, cluster);
            if (key == null) last = chosen;
            asked.add("{\"key_hex\": " + (key == null ? "null" : "\"" + hex(key) + "\"") + ", \"new_batch\": " + isNew
                + ", \"partition\": " + chosen + "}");
        }
        List<Integer> order = new ArrayList<>();
        for (PartitionInfo info : cluster.availablePartitionsForTopic("letters")) order.add(info.partition());
        return "{\"partitions\": " + partitions + ", \"available\": " + order + ", \"asked\": [" + String.join(", ", asked) + "]}";
    }

    private static String hex(byte[] bytes) {
        StringBuilder text = new StringBuilder();
        for (byte one : bytes) text.append(String.format("%02x", one));
        return text.toString();
    }
}
