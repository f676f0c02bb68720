"""Every request there is, by its name: importing their modules registers them."""

from kafkaviz.model.brokers import requests as _brokers
from kafkaviz.model.clients import consumer_requests as _consumers
from kafkaviz.model.clients import producer_requests as _producers
from kafkaviz.model.core.request import REQUESTS as REQUESTS
from kafkaviz.model.groups import reading_requests as _reading
from kafkaviz.model.groups.common import member_requests as _members
from kafkaviz.model.groups.share import requests as _share
from kafkaviz.model.partitions import leader_requests as _leaders
from kafkaviz.model.partitions import log_requests as _logs
from kafkaviz.model.partitions import topic_requests as _topics
from kafkaviz.model.quorum import requests as _quorum

MODULES = (_brokers, _consumers, _producers, _members, _reading, _share, _leaders, _logs, _topics, _quorum)
