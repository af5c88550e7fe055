"""What was said becomes text and a text sound, by a second model where the first one fails."""

import pytest

import development.fake_endpoint as fake
from development.fake_endpoint import FakeEndpoint
from insurance_desktop.domain.endpoints import Endpoint, EndpointKind
from insurance_desktop.domain.errors import EndpointError
from insurance_desktop.endpoints.speech import EndpointVoice

pytest.importorskip("openai", reason="the extra [ai] is not installed")


def test_what_was_said_is_heard():
    with FakeEndpoint(fake.hears(" 等待期几天？\n")) as server:
        voice = EndpointVoice(server.speaking(), "k")
        assert voice.transcribe(b"webm sound", "audio/webm;codecs=opus", language="zh") == "等待期几天？"
        (asked,) = server.asked
    assert asked.path.endswith("/audio/transcriptions")
    assert (asked.model, asked.field("language")) == (fake.HEARS, "zh")
    assert b"webm sound" in asked.body
    assert b'filename="sound.webm"' in asked.body


def test_a_text_is_spoken_with_the_voice_and_as_instructed():
    with FakeEndpoint(fake.speaks()) as server:
        voice = EndpointVoice(server.speaking(voice="ash", speech_instructions="慢一点"), "k")
        assert voice.speak("等待期为90天。") == fake.SOUND
        (asked,) = server.asked
    assert asked.body == {
        "model": fake.SPEAKS,
        "voice": "ash",
        "input": "等待期为90天。",
        "instructions": "慢一点",
        "response_format": "mp3",
    }


def test_the_second_model_is_asked_where_the_first_fails():
    with FakeEndpoint(fake.refuses(404), fake.hears("好")) as server:
        assert EndpointVoice(server.speaking(), "").transcribe(b"sound", "audio/wav") == "好"
        assert [each.model for each in server.asked] == [fake.HEARS, fake.HEARS_TOO]
    with FakeEndpoint(fake.refuses(400, "model_overloaded"), fake.speaks()) as server:
        assert EndpointVoice(server.speaking(voice="ash"), "").speak("好") == fake.SOUND
        assert [each.model for each in server.asked] == [fake.SPEAKS, fake.SPEAKS_TOO]


def test_where_both_fail_the_last_failure_is_told():
    with FakeEndpoint(fake.refuses(404)) as server, pytest.raises(EndpointError) as caught:
        EndpointVoice(server.speaking(), "").transcribe(b"sound", "audio/wav")
    assert caught.value.key == "endpoints.not_there"
    assert caught.value.values["model"] == fake.HEARS_TOO


@pytest.mark.parametrize("behaviour", [fake.nonsense, fake.speaks(b"")], ids=["a page", "nothing"])
def test_what_is_no_sound_is_not_played(behaviour):
    with FakeEndpoint(behaviour) as server, pytest.raises(EndpointError) as caught:
        EndpointVoice(server.speaking(voice="ash"), "").speak("好")
    assert caught.value.key == "endpoints.nonsense"


def test_what_is_no_transcription_is_no_question():
    with FakeEndpoint(lambda exchange: exchange.answer(200, {"words": []})) as server, pytest.raises(EndpointError):
        EndpointVoice(server.speaking(), "").transcribe(b"sound", "audio/wav")


def test_a_voice_far_away_is_silent_while_the_offline_switch_is_on():
    far = Endpoint("far", EndpointKind.OPENAI, "https://a.example/v1", transcription="t", speech="s", voice="v")
    with pytest.raises(EndpointError) as caught:
        EndpointVoice(far, "k", is_closed=lambda: True).speak("好")
    assert caught.value.key == "endpoints.offline"


def test_an_endpoint_without_a_voice_says_so():
    with FakeEndpoint() as server, pytest.raises(EndpointError) as caught:
        EndpointVoice(server.endpoint(), "").speak("好")
    assert caught.value.key == "endpoints.no_voice"
