"""Carries the weights of the embedding model from its ONNX file into a network that can be trained, and back.

The graph stays what it is: only the numbers of its initializers change, so the program runs the fitted file as it runs
the published one. Weights of more than 1,000 numbers are stored as float16 with a Cast before their use; that of the
words stands behind their look-up, so that nobody has to hold all words as float32.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from insurance_desktop.index.differences import network_file

HALF = "_h"
"""What a float16 initializer's name ends in; without it, it is the name that the graph uses."""

QUANTIZED = "_quantized"


def load(path: Path) -> Any:
    """The ONNX model of a file, or of a difference from another one."""
    import onnx  # noqa: PLC0415  an extra: `train`

    file = network_file(path)
    return onnx.load_model_from_string(file) if isinstance(file, bytes) else onnx.load(str(file))


def telling(model: Any, names: Sequence[str]) -> Any:
    """A session of the graph that also tells the values of these names inside it."""
    import onnx  # noqa: PLC0415  an extra: `train`
    import onnxruntime  # type: ignore[import-untyped]  # noqa: PLC0415

    probe = onnx.ModelProto()
    probe.CopyFrom(model)
    probe.graph.output.extend(onnx.helper.make_tensor_value_info(name, onnx.TensorProto.FLOAT, None) for name in names)
    return onnxruntime.InferenceSession(probe.SerializeToString(), providers=["CPUExecutionProvider"])


def network(model: Any) -> Any:
    """A transformers BertModel with the weights of the graph, in training mode."""
    import torch  # noqa: PLC0415  an extra: `train`
    from transformers import BertConfig, BertModel  # noqa: PLC0415

    stored = dict(_named_weights(model))
    vocabulary, width = stored["embeddings.word_embeddings.weight"].shape
    config = BertConfig(
        vocab_size=vocabulary,
        hidden_size=width,
        num_hidden_layers=len({name.split(".")[2] for name in stored if name.startswith("encoder.")}),
        num_attention_heads=width // 64,
        intermediate_size=stored["encoder.layer.0.intermediate.dense.bias"].shape[0],
        max_position_embeddings=stored["embeddings.position_embeddings.weight"].shape[0],
        hidden_dropout_prob=0.1,
        attention_probs_dropout_prob=0.1,
    )
    bert = BertModel(config, add_pooling_layer=False)
    state = {name: torch.from_numpy(values.copy()) for name, values in stored.items()}
    missing, unknown = bert.load_state_dict(state, strict=False)
    lacking = [name for name in missing if not name.endswith("position_ids")]
    if lacking or unknown:
        raise ValueError(f"the graph does not fit the network: missing {lacking}, unknown {list(unknown)}")
    return bert.train()


def blend(fitted: Any, published: Any, kept: float) -> None:
    """Makes each weight of `fitted` a mean, `kept` of it that of `published`.

    A fitted model forgets some of what it was not asked about; the mean of both remembers it, at little cost to what it
    was fitted to (Wortsman et al., Robust fine-tuning of zero-shot models, 2022).
    """
    import torch  # noqa: PLC0415  an extra: `train`

    others = published.state_dict()
    with torch.no_grad():
        for name, values in fitted.state_dict().items():
            if values.is_floating_point():
                values.lerp_(others[name], kept)


def save(model: Any, state: dict[str, Any], path: Path) -> None:
    """Writes the graph with the network's numbers in place of its own."""
    import onnx  # noqa: PLC0415  an extra: `train`

    for initializer, name, turned in initializers(model):
        values = state[name].detach().float().numpy()
        dtype = np.float16 if initializer.name.endswith(HALF) else np.float32
        stored = np.ascontiguousarray(values.T if turned else values, dtype=dtype)
        initializer.CopyFrom(onnx.numpy_helper.from_array(stored, initializer.name))
    widen_words_late(model)
    onnx.save(model, str(path))


def save_reranker(model: Any, state: dict[str, Any], head: tuple[Any, Any], path: Path) -> None:
    """Writes the graph with the network's numbers and a head (weight 1 × width, bias) over the first token's state.

    Its output is `logits` (batch × 1). Weights are stored and multiplied as 8-bit integers with a scale for each row of
    the network, seven bits of them used: on processors without the newer instructions eight would overflow.
    """
    import onnx  # noqa: PLC0415  an extra: `train`
    from onnxruntime.quantization import (  # type: ignore[import-untyped]  # noqa: PLC0415
        QuantType,
        quantize_dynamic,
    )

    for initializer, name, turned in initializers(model):
        values = state[name].detach().float().numpy()
        plain = initializer.name.removesuffix(HALF)
        initializer.CopyFrom(onnx.numpy_helper.from_array(np.ascontiguousarray(values.T if turned else values), plain))
    without_casts(model)
    _with_head(model, *head)
    onnx.checker.check_model(model)
    whole = path.with_suffix(".whole.onnx")
    onnx.save(model, str(whole))
    quantize_dynamic(
        str(whole),
        str(path),
        weight_type=QuantType.QInt8,
        per_channel=True,
        reduce_range=True,
        op_types_to_quantize=["MatMul", "Gather"],
    )
    whole.unlink()


def load_reranker(model: Any, path: Path) -> tuple[dict[str, Any], tuple[Any, Any]]:
    """What `save_reranker` wrote, as nearly as 8 bits tell: the network's numbers, and the head's weight and bias.

    `model` is the graph of the embedding, whose MatMuls know the network's names.
    """
    import torch  # noqa: PLC0415  an extra: `train`

    stored = _widened(load(path))
    state = {}
    for initializer, name, turned in initializers(model):
        values = stored[initializer.name.removesuffix(HALF)]
        state[name] = torch.from_numpy((values.T if turned else values).copy())
    return state, (torch.from_numpy(stored["head_weight"].T.copy()), torch.from_numpy(stored["head_bias"].copy()))


def _widened(model: Any) -> dict[str, npt.NDArray[np.float32]]:
    """The initializers by their names before quantisation, as float32."""
    import onnx  # noqa: PLC0415  an extra: `train`

    told = {each.name: onnx.numpy_helper.to_array(each) for each in model.graph.initializer}
    whole = {name: values for name, values in told.items() if not name.endswith((QUANTIZED, "_scale", "_zero_point"))}
    for name, values in told.items():
        if name.endswith(QUANTIZED):
            plain = name.removesuffix(QUANTIZED)
            zero = told[plain + "_zero_point"].astype(np.float32)
            whole[plain] = (values.astype(np.float32) - zero) * told[plain + "_scale"]
    return whole


def without_casts(model: Any) -> None:
    """Takes out the Casts before weights that are float32 again, and the one behind the words' look-up."""
    constants = {initializer.name for initializer in model.graph.initializer}
    renamed: dict[str, str] = {}
    kept: list[Any] = []
    look_ups: dict[str, Any] = {}
    for node in model.graph.node:
        known = node.input[0] if node.op_type == "Cast" else ""
        if known in look_ups:
            look_ups[known].output[0] = node.output[0]
        elif known.endswith(HALF) and known.removesuffix(HALF) in constants:
            renamed[node.output[0]] = known.removesuffix(HALF)
        else:
            kept.append(type(node).FromString(node.SerializeToString()))
            if node.op_type == "Gather" and node.input[0].endswith(HALF):
                look_ups[node.output[0]] = kept[-1]
    for node in kept:
        for place, name in enumerate(node.input):
            plain = name.removesuffix(HALF)
            node.input[place] = renamed.get(name, plain if plain in constants else name)
    del model.graph.node[:]
    model.graph.node.extend(kept)


def _with_head(model: Any, weight: npt.NDArray[np.float32], bias: npt.NDArray[np.float32]) -> None:
    from onnx import TensorProto, helper, numpy_helper  # noqa: PLC0415

    graph = model.graph
    graph.initializer.extend(
        [
            numpy_helper.from_array(np.array(0, dtype=np.int64), "first_place"),
            numpy_helper.from_array(np.ascontiguousarray(weight.T, dtype=np.float32), "head_weight"),
            numpy_helper.from_array(np.asarray(bias, dtype=np.float32), "head_bias"),
        ]
    )
    graph.node.extend(
        [
            helper.make_node("Gather", [graph.output[0].name, "first_place"], ["first_state"], axis=1),
            helper.make_node("MatMul", ["first_state", "head_weight"], ["head_product"]),
            helper.make_node("Add", ["head_product", "head_bias"], ["logits"]),
        ]
    )
    del graph.output[:]
    graph.output.append(helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["batch", 1]))


def widen_words_late(model: Any) -> None:
    """Looks words up as float16 and widens those that were found: the same numbers for 20 MB less in memory.

    A Cast of a constant is worked out when the model is loaded, and then all of it lies there twice as wide.
    """
    nodes = list(model.graph.node)
    constants = {initializer.name for initializer in model.graph.initializer}
    casts = {node.output[0]: node for node in nodes if node.op_type == "Cast" and node.input[0] in constants}
    for look_up in nodes:
        cast = casts.get(look_up.input[0]) if look_up.op_type == "Gather" else None
        if cast is None or sum(cast.output[0] in node.input for node in nodes) > 1:
            continue
        narrow, widened, found = cast.input[0], cast.output[0], look_up.output[0]
        look_up.input[0], look_up.output[0] = narrow, widened
        cast.input[0], cast.output[0] = widened, found
        nodes.remove(cast)
        nodes.insert(nodes.index(look_up) + 1, cast)
    if nodes != list(model.graph.node):
        ordered = [type(node).FromString(node.SerializeToString()) for node in nodes]
        del model.graph.node[:]
        model.graph.node.extend(ordered)


def _named_weights(model: Any) -> Iterator[tuple[str, npt.NDArray[np.float32]]]:
    import onnx  # noqa: PLC0415  an extra: `train`

    for initializer, name, turned in initializers(model):
        values = onnx.numpy_helper.to_array(initializer).astype(np.float32)
        yield name, values.T if turned else values


def initializers(model: Any) -> Iterator[tuple[Any, str, bool]]:
    """(initializer, the network's name for it, whether it is stored turned): a MatMul's operand has lost its name."""
    used = {
        operand: node.name
        for node in model.graph.node
        if node.op_type == "MatMul"
        for operand in node.input
        if operand.startswith("onnx::")
    }
    for initializer in model.graph.initializer:
        name = initializer.name.removesuffix(HALF)
        if name in used:
            path = used[name].strip("/").removesuffix("/MatMul")
            yield initializer, path.replace("/", ".") + ".weight", True
        else:
            yield initializer, name, False
