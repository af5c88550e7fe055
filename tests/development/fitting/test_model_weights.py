"""The fitted model's file: the same numbers, less memory."""

import numpy as np
import pytest

from development.fitting.model_weights import blend, load_reranker, save_reranker, widen_words_late, without_casts

onnx = pytest.importorskip("onnx", reason="onnx is in the extra `train`")
onnxruntime = pytest.importorskip("onnxruntime")
torch = pytest.importorskip("torch", reason="torch is in the extra `train`")

WORDS = np.random.default_rng(3).standard_normal((9, 4)).astype(np.float16)


def model(*, shared: bool):
    helper, tensors = onnx.helper, onnx.TensorProto
    nodes = [
        helper.make_node("Cast", ["words_h"], ["words"], to=tensors.FLOAT),
        helper.make_node("Neg", ["ids"], ["turned"]),
        helper.make_node("Neg", ["turned"], ["places"]),
        helper.make_node("Gather", ["words", "places"], ["found"]),
        helper.make_node("MatMul", ["found", "words"] if shared else ["found", "weight"], ["out"]),
    ]
    weight = np.eye(4, dtype=np.float32)
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("ids", tensors.INT64, [None])],
        [helper.make_tensor_value_info("out", tensors.FLOAT, [None, None])],
        [onnx.numpy_helper.from_array(WORDS, "words_h"), onnx.numpy_helper.from_array(weight, "weight")],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def kinds(made):
    return [node.op_type for node in made.graph.node]


def test_words_are_looked_up_narrow_and_mean_the_same():
    made = model(shared=False)
    widen_words_late(made)
    onnx.checker.check_model(made)
    assert kinds(made) == ["Neg", "Neg", "Gather", "Cast", "MatMul"]
    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    (found,) = session.run(None, {"ids": np.array([8, 0, 3])})
    assert np.array_equal(found, WORDS[[8, 0, 3]].astype(np.float32))
    before = made.SerializeToString()
    widen_words_late(made)
    assert made.SerializeToString() == before


def test_words_that_something_else_needs_whole_stay_as_they_are():
    made = model(shared=True)
    before = made.SerializeToString()
    widen_words_late(made)
    assert made.SerializeToString() == before


@pytest.mark.parametrize("late", [False, True])
def test_a_graph_of_whole_numbers_again_means_the_same(late):
    made = model(shared=False)
    if late:
        widen_words_late(made)
    whole = onnx.numpy_helper.from_array(WORDS.astype(np.float32), "words")
    made.graph.initializer[0].CopyFrom(whole)
    without_casts(made)
    onnx.checker.check_model(made)
    assert kinds(made) == ["Neg", "Neg", "Gather", "MatMul"]
    session = onnxruntime.InferenceSession(made.SerializeToString(), providers=["CPUExecutionProvider"])
    (found,) = session.run(None, {"ids": np.array([8, 0, 3])})
    assert np.array_equal(found, WORDS[[8, 0, 3]].astype(np.float32))


def test_a_reranker_can_be_gone_on_from(tmp_path):
    chance = np.random.default_rng(5)
    state = {
        "words.weight": torch.from_numpy(chance.standard_normal((9, 4)).astype(np.float32)),
        "layer.dense.weight": torch.from_numpy(chance.standard_normal((4, 4)).astype(np.float32)),
        "layer.dense.bias": torch.from_numpy(chance.standard_normal(4).astype(np.float32)),
    }
    head = (chance.standard_normal((1, 4)).astype(np.float32), np.array([0.25], dtype=np.float32))
    save_reranker(network_graph(), dict(state), head, tmp_path / "reranker.onnx")
    again, (weight, bias) = load_reranker(network_graph(), tmp_path / "reranker.onnx")
    assert again.keys() == state.keys()
    for name, values in state.items():
        assert float((again[name] - values).abs().max()) < 0.03, name
    assert np.allclose(weight.numpy(), head[0], atol=0.03)
    assert bias.tolist() == [0.25]


def network_graph():
    """Looks words up and multiplies them, its operands named as an export of the network names them."""
    helper, tensors = onnx.helper, onnx.TensorProto
    nodes = [
        helper.make_node("Gather", ["words.weight", "ids"], ["found"]),
        helper.make_node("MatMul", ["found", "onnx::MatMul_7"], ["product"], name="/layer/dense/MatMul"),
        helper.make_node("Add", ["product", "layer.dense.bias"], ["last_hidden_state"]),
    ]
    zeros = {"words.weight": (9, 4), "onnx::MatMul_7": (4, 4), "layer.dense.bias": (4,)}
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info("ids", tensors.INT64, ["batch", "length"])],
        [helper.make_tensor_value_info("last_hidden_state", tensors.FLOAT, None)],
        [onnx.numpy_helper.from_array(np.zeros(shape, dtype=np.float32), name) for name, shape in zeros.items()],
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def test_the_mean_of_two_models_keeps_as_much_of_the_published_one_as_asked():
    fitted, published = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)
    first, second = fitted.weight.detach().clone(), published.weight.detach().clone()
    blend(fitted, published, 0.25)
    assert torch.allclose(fitted.weight, 0.75 * first + 0.25 * second)
    assert torch.equal(published.weight, second)
