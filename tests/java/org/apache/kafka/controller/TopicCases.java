package org.apache.kafka.controller;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.message.CreatePartitionsRequestData.CreatePartitionsTopic;
import org.apache.kafka.common.message.CreatePartitionsResponseData.CreatePartitionsTopicResult;
import org.apache.kafka.common.message.CreateTopicsRequestData;
import org.apache.kafka.common.message.CreateTopicsRequestData.CreatableTopic;
import org.apache.kafka.common.message.CreateTopicsResponseData.CreatableTopicResult;
import org.apache.kafka.common.message.RequestHeaderData;
import org.apache.kafka.common.metadata.FeatureLevelRecord;
import org.apache.kafka.common.metadata.PartitionRecord;
import org.apache.kafka.common.metadata.RegisterBrokerRecord;
import org.apache.kafka.common.metadata.TopicRecord;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.security.auth.KafkaPrincipal;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.controller.metrics.QuorumControllerMetrics;
import org.apache.kafka.metadata.KafkaConfigSchema;
import org.apache.kafka.metadata.placement.PartitionAssignment;
import org.apache.kafka.metadata.placement.StripedReplicaPlacer;
import org.apache.kafka.server.common.MetadataVersion;
import org.apache.kafka.timeline.SnapshotRegistry;

/** What the controller refuses of a new topic, of a topic that is to grow, and of replicas that somebody names. */
public class TopicCases {
    private static final int BROKERS = 4;
    private static final Uuid TOPIC_ID = Uuid.ONE_UUID;

    public static List<Map<String, Object>> requests(Random random) {
        int partitions = 1 + random.nextInt(4);
        ReplicationControlManager control = control(partitions);
        ControllerRequestContext context =
            new ControllerRequestContext(new RequestHeaderData(), KafkaPrincipal.ANONYMOUS, OptionalLong.empty());
        int count = random.nextInt(4) == 0 ? random.nextInt(3) - 3 : random.nextInt(5) - 1;
        int factor = random.nextInt(4) == 0 ? random.nextInt(3) - 3 : random.nextInt(5) - 1;
        CreateTopicsRequestData request = new CreateTopicsRequestData();
        request.topics().add(new CreatableTopic().setName("sports").setNumPartitions(count).setReplicationFactor((short) factor));
        CreatableTopicResult created =
            control.createTopics(context, request, Set.of("sports"), false).response().topics().find("sports");
        int growth = random.nextInt(7);
        CreatePartitionsTopicResult grown = control.createPartitions(context,
            List.of(new CreatePartitionsTopic().setName("letters").setCount(growth).setAssignments(null))).response().get(0);
        List<Integer> replicas = new ArrayList<>();
        for (int n = random.nextInt(5); n > 0; n--) replicas.add(random.nextInt(BROKERS + (random.nextInt(5) == 0 ? 2 : 0)) + 1);
        String refused = null;
        try {
            control.validateManualPartitionAssignment(
                new PartitionAssignment(replicas, broker -> Uuid.ONE_UUID), OptionalInt.empty());
        } catch (ApiException refusal) {
            refused = refusal.getMessage();
        }
        Map<String, Object> made = new LinkedHashMap<>();
        made.put("brokers", List.of(1, 2, 3, 4));
        made.put("create", List.of(count, factor));
        made.put("created", answer(created.errorCode(), created.errorMessage()));
        made.put("grow", List.of(partitions, growth));
        made.put("grown", answer(grown.errorCode(), grown.errorMessage()));
        made.put("replicas", replicas);
        made.put("refused", refused);
        return List.of(made);
    }

    private static List<String> answer(short code, String message) {
        return code == 0 ? null : List.of(Errors.forCode(code).name(), String.valueOf(message));
    }

    /** A controller that knows four brokers and the topic `letters`. */
    private static ReplicationControlManager control(int partitions) {
        SnapshotRegistry registry = new SnapshotRegistry(new org.apache.kafka.common.utils.internals.LogContext());
        FeatureControlManager features = new FeatureControlManager.Builder().setSnapshotRegistry(registry)
            .setQuorumFeatures(new QuorumFeatures(0, QuorumFeatures.defaultSupportedFeatureMap(true), List.of(0))).build();
        features.replay(new FeatureLevelRecord().setName(MetadataVersion.FEATURE_NAME)
            .setFeatureLevel(MetadataVersion.LATEST_PRODUCTION.featureLevel()));
        ClusterControlManager cluster = new ClusterControlManager.Builder().setSnapshotRegistry(registry)
            .setFeatureControlManager(features).setReplicaPlacer(new StripedReplicaPlacer(new Random(7)))
            .setBrokerShutdownHandler((broker, clean, records) -> { })
            .setMetrics(new QuorumControllerMetrics(Optional.empty(), Time.SYSTEM, 9_000)).build();
        ReplicationControlManager control = new ReplicationControlManager.Builder().setSnapshotRegistry(registry)
            .setFeatureControl(features).setClusterControl(cluster)
            .setConfigurationControl(new ConfigurationControlManager.Builder().setSnapshotRegistry(registry)
                .setKafkaConfigSchema(KafkaConfigSchema.EMPTY).setFeatureControl(features).build())
            .build();
        cluster.activate();
        for (int id = 1; id <= BROKERS; id++) {
            RegisterBrokerRecord broker = new RegisterBrokerRecord().setBrokerId(id).setBrokerEpoch(id).setFenced(false)
                .setIncarnationId(new Uuid(8, id)).setLogDirs(List.of(new Uuid(7, id)));
            broker.features().add(new RegisterBrokerRecord.BrokerFeature().setName(MetadataVersion.FEATURE_NAME)
                .setMinSupportedVersion(MetadataVersion.MINIMUM_VERSION.featureLevel())
                .setMaxSupportedVersion(MetadataVersion.LATEST_PRODUCTION.featureLevel()));
            cluster.replay(broker, id);
        }
        control.replay(new TopicRecord().setName("letters").setTopicId(TOPIC_ID));
        for (int n = 0; n < partitions; n++) {
            control.replay(new PartitionRecord().setTopicId(TOPIC_ID).setPartitionId(n).setReplicas(List.of(1, 2))
                .setIsr(List.of(1, 2)).setLeader(1).setDirectories(List.of(new Uuid(7, 1), new Uuid(7, 2))));
        }
        return control;
    }
}
