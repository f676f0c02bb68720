"""Where the names of kafkaviz live; made by tools/make_stubs.py of what `__init__.py` says."""

from kafkaviz.breaking.break_it import break_it as break_it
from kafkaviz.course.challenges.task import challenge as challenge
from kafkaviz.course.challenges.task import challenges as challenges
from kafkaviz.course.check import check as check
from kafkaviz.course.classroom.handing_in import hand_in as hand_in
from kafkaviz.course.classroom.showing import room as room
from kafkaviz.course.glossary.asking import glossary as glossary
from kafkaviz.course.hint import hint as hint
from kafkaviz.course.incidents.desk import incident as incident
from kafkaviz.course.incidents.desk import incidents as incidents
from kafkaviz.course.inventory.asking import inventory as inventory
from kafkaviz.course.progress import progress as progress
from kafkaviz.course.quiz import quiz as quiz
from kafkaviz.course.tables.filling import fill_in as fill_in
from kafkaviz.course.then_and_now import then_and_now as then_and_now
from kafkaviz.decisions.elections import elect_leader as elect_leader
from kafkaviz.decisions.errors import KafkaError as KafkaError
from kafkaviz.decisions.hashing import keyed_partition as keyed_partition
from kafkaviz.decisions.hashing import murmur2 as murmur2
from kafkaviz.decisions.partitioners import kafka_default as kafka_default
from kafkaviz.decisions.partitioners import keyed as keyed
from kafkaviz.decisions.partitioners import round_robin as round_robin
from kafkaviz.decisions.partitioners import sticky as sticky
from kafkaviz.decisions.partitioners import uniform_sticky as uniform_sticky
from kafkaviz.decisions.reading import Readable as Readable
from kafkaviz.decisions.values import Sent as Sent
from kafkaviz.decisions.values import Subscription as Subscription
from kafkaviz.decisions.values import TopicPartition as TopicPartition
from kafkaviz.lab import Lab as Lab
from kafkaviz.lab.comparing import compare as compare
from kafkaviz.lab.config_table import configs as configs
from kafkaviz.lab.exploring import explore as explore
from kafkaviz.lab.knobs import knobs as knobs
from kafkaviz.ledger.fidelity import fidelity as fidelity
from kafkaviz.metadata_log.door import read_metadata_log as read_metadata_log
from kafkaviz.rehearsal.rehearsing import rehearse as rehearse
from kafkaviz.rehearsal.watching.watch import watch as watch

__all__: list[str]
__version__: str
