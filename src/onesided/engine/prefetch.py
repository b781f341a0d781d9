"""Ask memory for an entry of an array some time before it is needed; in plain Python, nothing happens."""

from __future__ import annotations

from typing import Any

from onesided.engine.compiled import IS_COMPILED


def prefetch(array: Any, place: Any) -> None:
    """In a compiled kernel, the processor's own instruction: it never waits and never fails."""


if IS_COMPILED:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic, overload

    @intrinsic
    def _instruction(typing_context: Any, array: Any, place: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer, number = ir.IntType(8).as_pointer(), ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [pointer, number, number, number])
            instruction = builder.module.declare_intrinsic("llvm.prefetch", [pointer], kind)
            begin = context.make_array(signature.args[0])(context, builder, arguments[0]).data
            where = builder.bitcast(builder.gep(begin, [arguments[1]]), pointer)
            builder.call(instruction, [where, number(0), number(3), number(1)])  # to read; keep it; it is data
            return context.get_dummy_value()

        return types.none(array, place), generate

    @overload(prefetch, strict=False, inline="always")
    def _prefetch(array: Any, place: Any) -> Any:
        def implementation(array: Any, place: Any) -> None:
            _instruction(array, place)  # type: ignore[call-arg]  # numba supplies the typing context

        return implementation
