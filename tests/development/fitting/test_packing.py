"""What ships of a fit: close to the fitted network, the very bytes of a quantised one."""

import numpy as np
import pytest

from development.fitting.compensated_rounding import input_moments
from development.fitting.packing import difference_of, write_difference
from insurance_desktop.index.differences import HALVES, SIGNED, UNSIGNED, merged_file, read_difference

WORDS, WIDTH, INNER = 600, 128, 512
TEXTS = [list(np.random.default_rng(text).integers(0, WORDS, 12)) for text in range(60)]

onnx = pytest.importorskip("onnx", reason="onnx is in the extra `train`")
onnxruntime = pytest.importorskip("onnxruntime")


def numbers(seed: int, *, moved: float = 0.0) -> dict[str, np.ndarray]:
    """The network's weights, or those after a fit that moved each number so far; half of the words stay."""
    chance, fit = np.random.default_rng(seed), np.random.default_rng(seed + 1)
    shapes = {"words": (WORDS, WIDTH), "onnx::MatMul_1": (WIDTH, INNER), "onnx::MatMul_2": (INNER, WIDTH)}
    drawn = {name: 0.05 * chance.standard_normal(shape) for name, shape in shapes.items()}
    changed = {name: values + moved * fit.standard_normal(values.shape) for name, values in drawn.items()}
    changed["words"][::2] = drawn["words"][::2]
    return changed


def network(weights: dict[str, np.ndarray], *, half: bool, bias: float) -> "onnx.ModelProto":
    """Words looked up and put through two matrices; as float16 with Casts, or as float32."""
    helper, tensors = onnx.helper, onnx.TensorProto
    names = {name: f"{name}_h" if half else name for name in weights}
    nodes = [helper.make_node("Cast", [names[name]], [name], to=tensors.FLOAT) for name in weights if half]
    nodes += [
        helper.make_node("Gather", ["words", "input_ids"], ["found"]),
        helper.make_node("MatMul", ["found", "onnx::MatMul_1"], ["inner"], name="/first/MatMul"),
        helper.make_node("Relu", ["inner"], ["bent"]),
        helper.make_node("MatMul", ["bent", "onnx::MatMul_2"], ["outer"], name="/second/MatMul"),
        helper.make_node("Add", ["outer", "bias"], ["last_hidden_state"]),
    ]
    kind = np.float16 if half else np.float32
    stored = [onnx.numpy_helper.from_array(weights[name].astype(kind), names[name]) for name in weights]
    stored.append(onnx.numpy_helper.from_array(np.full(WIDTH, bias, dtype=np.float32), "bias"))
    given = ("input_ids", "attention_mask", "token_type_ids")
    graph = helper.make_graph(
        nodes,
        "g",
        [helper.make_tensor_value_info(name, tensors.INT64, ["batch", "length"]) for name in given],
        [helper.make_tensor_value_info("last_hidden_state", tensors.FLOAT, None)],
        stored,
    )
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)


def answers(content: bytes) -> np.ndarray:
    session = onnxruntime.InferenceSession(content, providers=["CPUExecutionProvider"])
    ids = np.array(TEXTS, dtype=np.int64)
    return session.run(["last_hidden_state"], dict.fromkeys(("input_ids", "attention_mask", "token_type_ids"), ids))[0]


@pytest.fixture
def base(tmp_path):
    (tmp_path / "published").mkdir()
    path = tmp_path / "published" / "base.onnx"
    onnx.save(network(numbers(3), half=True, bias=0.0), str(path))
    return path


@pytest.fixture
def fitted(tmp_path):
    path = tmp_path / "fitted.onnx"
    onnx.save(network(numbers(3, moved=0.001), half=True, bias=0.5), str(path))
    return path


def packed(fitted, base, target):
    write_difference(difference_of(fitted, base, "published/base.onnx", TEXTS), target)
    return target


def test_a_fit_comes_back_with_its_own_graph_and_nearly_its_own_numbers(base, fitted, tmp_path) -> None:
    path = packed(fitted, base, tmp_path / "fit.npz")
    assert {place.stored for place in read_difference(path).places} == {HALVES}
    merged = merged_file(path)
    before, wanted, found = answers(base.read_bytes()), answers(fitted.read_bytes()), answers(merged)
    assert np.abs(found - wanted).max() < np.abs(before - wanted).max() / 100
    assert len(merged) == fitted.stat().st_size
    assert path.stat().st_size < fitted.stat().st_size / 3


def test_words_that_a_fit_never_met_stay_as_published(base, fitted, tmp_path) -> None:
    merged = onnx.load_model_from_string(merged_file(packed(fitted, base, tmp_path / "fit.npz")))
    (words,) = (each for each in merged.graph.initializer if each.name == "words_h")
    assert np.array_equal(onnx.numpy_helper.to_array(words)[::2], numbers(3)["words"].astype(np.float16)[::2])


def test_moments_are_those_of_what_each_matrix_is_given(base) -> None:
    moments = input_moments(onnx.load(str(base)), TEXTS)
    given = numbers(3)["words"].astype(np.float16).astype(np.float64)[np.concatenate(TEXTS)]
    assert moments.keys() == {"onnx::MatMul_1_h", "onnx::MatMul_2_h"}
    assert np.allclose(moments["onnx::MatMul_1_h"], given.T @ given, atol=1e-3)


def test_a_quantised_network_comes_back_to_the_last_byte(base, tmp_path) -> None:
    from onnxruntime.quantization import QuantType, quantize_dynamic

    whole, fitted = tmp_path / "whole.onnx", tmp_path / "fitted.int8.onnx"
    onnx.save(network(numbers(3, moved=0.004), half=False, bias=0.5), str(whole))
    kinds = ["MatMul", "Gather"]
    quantize_dynamic(
        whole, fitted, weight_type=QuantType.QInt8, per_channel=True, reduce_range=True, op_types_to_quantize=kinds
    )
    path = packed(fitted, base, tmp_path / "fit.npz")
    assert {place.stored for place in read_difference(path).places} == {UNSIGNED, SIGNED}
    assert merged_file(path) == fitted.read_bytes()


def test_a_network_too_far_from_the_base_is_refused(base, tmp_path) -> None:
    far = tmp_path / "far.onnx"
    onnx.save(network(numbers(3, moved=0.5), half=True, bias=0.0), str(far))
    with pytest.raises(SystemExit, match="steps from the base"):
        difference_of(far, base, "published/base.onnx", TEXTS)
