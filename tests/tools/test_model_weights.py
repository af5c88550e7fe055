"""The fitted model's file: the same numbers, less memory."""

import numpy as np
import pytest

from insurance_desktop.tools.model_weights import widen_words_late, without_casts

onnx = pytest.importorskip("onnx", reason="onnx is in the extra `train`")
onnxruntime = pytest.importorskip("onnxruntime")

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
