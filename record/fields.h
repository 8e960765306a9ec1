// The fields of every part of a run record, once, for reading and for writing.
// docs/reference/record.md describes them.
//
// visit_fields(visitor, part) calls visitor.required(name, member) for a field that a document must
// have and visitor.optional(name, member) for one that keeps the member's initial value when
// absent; visitor.if_any(name, member) is the same for one that is written only where it has
// something.
#pragma once

#include "record/clocked_launch_fields.h"
#include "record/enumeration_names.h"
#include "record/measured_curves.h"
#include "record/part_of.h"
#include "record/record.h"
#include "record/student_fields.h"
#include "record/warp_request_fields.h"

namespace warpscope::record {

template <>
struct EnumerationNames<Provenance> {
  static constexpr std::string_view names[] = {"exact_count", "modelled", "measured"};
};
template <>
struct EnumerationNames<Certainty> {
  static constexpr std::string_view names[] = {"exact", "at_least", "about"};
};
template <>
struct EnumerationNames<ClockReads> {
  static constexpr std::string_view names[] = {"by_clock", "about", "not_timed", "not_repeated"};
};
template <>
struct EnumerationNames<WholeBecause> {
  static constexpr std::string_view names[] = {"is_cooperative", "blocks_may_wait"};
};
template <>
struct EnumerationNames<Transfer::Kind> {
  static constexpr std::string_view names[] = {"host_to_device", "device_to_host",
                                               "device_to_device", "host_to_host", "fill"};
};
template <>
struct EnumerationNames<Finding::Severity> {
  static constexpr std::string_view names[] = {"error", "warning", "information"};
};
template <>
struct EnumerationNames<Finding::IndexSource> {
  static constexpr std::string_view names[] = {"thread", "thread_in_block", "block", "data"};
};
template <>
struct EnumerationNames<Finding::IndexGuard> {
  static constexpr std::string_view names[] = {"none",  "of_part", "of_all",
                                               "below", "up_to",   "up_to_in_groups"};
};
template <>
struct EnumerationNames<AnswerWriter::Kind> {
  static constexpr std::string_view names[] = {"kernel", "copy_to_device", "copy_on_device", "fill",
                                               "nobody"};
};
template <>
struct EnumerationNames<Finding::Access::Place> {
  static constexpr std::string_view names[] = {"other",    "before_array",  "across_end",
                                               "past_end", "beyond_shared", "null_pointer"};
};
template <>
struct EnumerationNames<Case::Verdict> {
  static constexpr std::string_view names[] = {"correct", "wrong",     "error",
                                               "crashed", "timed_out", "not_run"};
};
template <>
struct EnumerationNames<Outcome::Kind> {
  static constexpr std::string_view names[] = {"completed",    "compile_error", "wrong_answer",
                                               "device_error", "crashed",       "timed_out",
                                               "canceled",     "tool_error",    "out_of_memory"};
};

void visit_fields(auto& v, PartOf<Dim3> auto& part) {
  v.required("x", part.x);
  v.required("y", part.y);
  v.required("z", part.z);
}

void visit_fields(auto& v, PartOf<SourceLine> auto& part) {
  v.required("file", part.file);
  v.required("line", part.line);
}

void visit_fields(auto& v, PartOf<SourceFile> auto& part) {
  v.required("path", part.path);
  v.required("text", part.text);
}

void visit_fields(auto& v, PartOf<LineCounters> auto& part) {
  v.required("where", part.where);
  v.required("counters", part.counters);
  v.if_any("requests", part.requests);
}

void visit_fields(auto& v, PartOf<Phase> auto& part) {
  v.required("block", part.block);
  v.required("warp", part.warp);
  v.required("sm", part.sm);
  v.required("name", part.name);
  v.required("warp_start_ns", part.warp_start_ns);
  v.required("begin_cycles", part.begin_cycles);
  v.required("end_cycles", part.end_cycles);
}

void visit_fields(auto& v, PartOf<HostOrder> auto& part) {
  v.optional("where", part.where);
  v.required("order", part.order);
  v.required("waits", part.waits);
}

void visit_fields(auto& v, PartOf<MachineCode> auto& part) {
  v.required("registers", part.registers);
  v.required("frame_bytes", part.frame_bytes);
  v.required("spilled_bytes", part.spilled_bytes);
}

void visit_fields(auto& v, PartOf<RepeatedTimes> auto& part) {
  v.required("runs", part.runs);
  v.required("shortest_s", part.shortest_s);
  v.required("longest_s", part.longest_s);
}

void visit_fields(auto& v, PartOf<ColdTimes> auto& part) {
  v.required("runs", part.runs);
  v.required("median_s", part.median_s);
  v.required("shortest_s", part.shortest_s);
  v.required("longest_s", part.longest_s);
}

void visit_fields(auto& v, PartOf<GpuState> auto& part) {
  v.required("first_sm_clock_hz", part.first_sm_clock_hz);
  v.required("last_sm_clock_hz", part.last_sm_clock_hz);
  v.optional("memory_clock_hz", part.memory_clock_hz);
  v.optional("first_temperature_c", part.first_temperature_c);
  v.optional("last_temperature_c", part.last_temperature_c);
  v.optional("last_power_w", part.last_power_w);
  v.optional("held_down_by", part.held_down_by);
  v.optional("sharing", part.sharing);
}

void visit_fields(auto& v, PartOf<Launch> auto& part) {
  v.required("id", part.id);
  v.optional("case_index", part.case_index);
  v.required("kernel", part.kernel);
  v.optional("kernel_mangled", part.kernel_mangled);
  v.required("grid", part.grid);
  v.required("block", part.block);
  v.optional("dynamic_shared_bytes", part.dynamic_shared_bytes);
  v.optional("static_shared_bytes", part.static_shared_bytes);
  v.optional("device_index", part.device_index);
  v.optional("stream", part.stream);
  v.required("start_s", part.start_s);
  v.required("duration_s", part.duration_s);
  v.optional("queued_s", part.queued_s);
  v.optional("dram_bytes", part.dram_bytes);
  v.optional("read_sectors", part.read_sectors);
  v.optional("bytes_from_host", part.bytes_from_host);
  v.optional("bytes_to_host", part.bytes_to_host);
  v.optional("written_sectors", part.written_sectors);
  v.optional("written_sectors_beside_atomics", part.written_sectors_beside_atomics);
  v.required("counters", part.counters);
  v.optional("lines", part.lines);
  v.if_any("request_blocks", part.request_blocks);
  v.optional("phases", part.phases);
  v.optional("phases_left_out", part.phases_left_out);
  v.optional("asked", part.asked);
  v.optional("machine_code", part.machine_code);
  v.optional("machine_instructions", part.machine_instructions);
  v.optional("timed_blocks", part.timed_blocks);
  v.optional("repeated", part.repeated);
  v.optional("cold", part.cold);
  v.optional("clock", part.clock);
  v.optional("clock_reads", part.clock_reads);
  v.optional("is_unused", part.is_unused);
  v.optional("is_stopped", part.is_stopped);
  v.optional("finished_blocks", part.finished_blocks);
  v.optional("sampled_blocks", part.sampled_blocks);
  v.optional("whole_because", part.whole_because);
  v.optional("count", part.count);
  v.if_any("ranges", part.ranges);
}

void visit_fields(auto& v, PartOf<Range> auto& part) {
  v.required("name", part.name);
  v.optional("domain", part.domain);
  v.optional("is_pushed", part.is_pushed);
  v.optional("thread", part.thread);
  v.optional("parent", part.parent);
  v.required("start_s", part.start_s);
  v.required("end_s", part.end_s);
  v.optional("launches", part.launches);
  v.optional("transfers", part.transfers);
}

void visit_fields(auto& v, PartOf<Mark> auto& part) {
  v.required("name", part.name);
  v.optional("domain", part.domain);
  v.optional("thread", part.thread);
  v.required("time_s", part.time_s);
}

void visit_fields(auto& v, PartOf<Transfer> auto& part) {
  v.required("kind", part.kind);
  v.optional("case_index", part.case_index);
  v.required("size_bytes", part.size_bytes);
  v.optional("device_index", part.device_index);
  v.optional("stream", part.stream);
  v.optional("is_asynchronous", part.is_asynchronous);
  v.optional("is_pageable", part.is_pageable);
  v.optional("is_uniform", part.is_uniform);
  v.optional("fingerprint", part.fingerprint);
  v.optional("touched_sectors", part.touched_sectors);
  v.optional("is_unchanged", part.is_unchanged);
  v.optional("asked", part.asked);
  v.optional("is_unused", part.is_unused);
  v.optional("is_beside_answer", part.is_beside_answer);
  v.if_any("ranges", part.ranges);
  v.required("start_s", part.start_s);
  v.required("duration_s", part.duration_s);
  v.optional("queued_s", part.queued_s);
  v.optional("count", part.count);
}

void visit_fields(auto& v, PartOf<Finding::Access> auto& part) {
  v.required("block_index", part.block_index);
  v.required("thread_index", part.thread_index);
  v.required("lanes", part.lanes);
  v.required("bytes", part.bytes);
  v.optional("place", part.place);
  v.optional("array_bytes", part.array_bytes);
  v.optional("distance_bytes", part.distance_bytes);
}

void visit_fields(auto& v, PartOf<Finding> auto& part) {
  v.required("id", part.id);
  v.required("title", part.title);
  v.required("severity", part.severity);
  v.optional("where", part.where);
  v.optional("cause", part.cause);
  v.optional("hint", part.hint);
  v.optional("lesson", part.lesson);
  v.optional("launch", part.launch);
  v.optional("case_index", part.case_index);
  v.optional("lanes", part.lanes);
  v.optional("other", part.other);
  v.optional("index_source", part.index_source);
  v.optional("index_guard", part.index_guard);
  v.optional("access", part.access);
}

void visit_fields(auto& v, PartOf<AnswerWriter> auto& part) {
  v.required("kind", part.kind);
  v.optional("kernel", part.kernel);
  v.optional("where", part.where);
  v.required("bytes", part.bytes);
}

void visit_fields(auto& v, PartOf<WrongElement> auto& part) {
  v.required("output", part.output);
  v.required("index", part.index);
  v.required("writer", part.writer);
}

void visit_fields(auto& v, PartOf<Case> auto& part) {
  v.required("name", part.name);
  v.required("task", part.task);
  v.optional("parameters", part.parameters);
  v.required("verdict", part.verdict);
  v.optional("message", part.message);
  v.optional("useful_bytes", part.useful_bytes);
  v.optional("input_bytes", part.input_bytes);
  v.optional("output_bytes", part.output_bytes);
  v.optional("is_answer_of_device", part.is_answer_of_device);
  v.optional("is_answer_uploaded", part.is_answer_uploaded);
  v.optional("has_stand_ins", part.has_stand_ins);
  v.optional("is_answer_of_stand_ins", part.is_answer_of_stand_ins);
  v.optional("unused_input", part.unused_input);
  v.optional("sweep", part.sweep);
  v.optional("sweep_x", part.sweep_x);
  v.optional("result_spread_ulp", part.result_spread_ulp);
  v.optional("written_by", part.written_by);
  v.optional("first_wrong", part.first_wrong);
  v.optional("right_without", part.right_without);
  v.optional("earlier_case", part.earlier_case);
}

void visit_fields(auto& v, PartOf<Sweep> auto& part) {
  v.required("id", part.id);
  v.required("title", part.title);
  v.required("x_label", part.x_label);
  v.optional("metric", part.metric);
  v.optional("model_lacks", part.model_lacks);
}

void visit_fields(auto& v, PartOf<Check> auto& part) {
  v.required("id", part.id);
  v.required("title", part.title);
  v.required("points", part.points);
  v.required("max_points", part.max_points);
  v.optional("reason", part.reason);
}

void visit_fields(auto& v, PartOf<Score> auto& part) {
  v.required("points", part.points);
  v.required("max_points", part.max_points);
  v.required("checks", part.checks);
}

void visit_fields(auto& v, PartOf<Outcome> auto& part) {
  v.required("kind", part.kind);
  v.optional("message", part.message);
  v.optional("compiler_output", part.compiler_output);
  v.optional("program_output", part.program_output);
  v.optional("is_output_kept", part.is_output_kept);
  v.optional("exit_code", part.exit_code);
}

void visit_fields(auto& v, PartOf<arch::Multiprocessor> auto& part) {
  v.required("schedulers", part.schedulers);
  v.required("max_threads", part.max_threads);
  v.required("max_blocks", part.max_blocks);
  v.required("max_threads_per_block", part.max_threads_per_block);
  v.required("registers", part.registers);
  v.required("register_unit", part.register_unit);
  v.required("shared_bytes", part.shared_bytes);
  v.required("shared_unit_bytes", part.shared_unit_bytes);
  v.required("shared_per_block_bytes", part.shared_per_block_bytes);
  v.required("shared_per_block_optin_bytes", part.shared_per_block_optin_bytes);
  v.required("shared_reserved_per_block_bytes", part.shared_reserved_per_block_bytes);
}

void visit_fields(auto& v, PartOf<Capabilities> auto& part) {
  v.required("counts_lines", part.counts_lines);
  v.optional("left_out_counters", part.left_out_counters);
  v.optional("checks", part.checks);
  v.optional("follows_data", part.follows_data);
  v.optional("can_stop", part.can_stop);
  v.optional("can_step", part.can_step);
  v.if_any("tells_warp_states", part.tells_warp_states);
  v.if_any("tries_changes", part.tries_changes);
  v.if_any("why_not_counted", part.why_not_counted);
  v.if_any("why_no_curves", part.why_no_curves);
}

void visit_fields(auto& v, PartOf<Device> auto& part) {
  v.required("id", part.id);
  v.required("name", part.name);
  v.required("counters", part.counters);
  v.required("times", part.times);
  v.optional("sm_count", part.sm_count);
  v.optional("clock_hz", part.clock_hz);
  v.optional("dram_bytes_per_s", part.dram_bytes_per_s);
  v.optional("compute_capability", part.compute_capability);
  v.optional("multiprocessor", part.multiprocessor);
  v.optional("capabilities", part.capabilities);
  v.optional("state", part.state);
}

void visit_fields(auto& v, PartOf<Producer> auto& part) {
  v.required("version", part.version);
  v.optional("cuda_toolkit", part.cuda_toolkit);
  v.optional("driver", part.driver);
}

void visit_fields(auto& v, PartOf<Program> auto& part) {
  v.required("label", part.label);
  v.optional("path", part.path);
  v.optional("sha256", part.sha256);
  v.optional("compile_options", part.compile_options);
  v.optional("sandbox", part.sandbox);
}

void visit_fields(auto& v, PartOf<Timings> auto& part) {
  v.optional("compile_s", part.compile_s);
  v.optional("run_s", part.run_s);
  v.optional("judge_s", part.judge_s);
}

void visit_fields(auto& v, PartOf<MeasuredCurve::Point> auto& part) {
  v.required("x", part.x);
  v.required("bytes_per_s", part.bytes_per_s);
  v.required("call_s", part.call_s);
  v.optional("result_spread_ulp", part.result_spread_ulp);
}

void visit_fields(auto& v, PartOf<MeasuredCurve> auto& part) {
  v.required("sweep", part.sweep);
  v.required("program", part.program);
  v.required("task", part.task);
  v.required("source", part.source);
  v.optional("data_scale", part.data_scale);
  v.required("dram_bytes_per_s", part.dram_bytes_per_s);
  v.required("points", part.points);
}

void visit_fields(auto& v, PartOf<BesideCurve::Point> auto& part) {
  v.required("x", part.x);
  v.optional("bytes_per_s", part.bytes_per_s);
  v.optional("counter", part.counter);
}

void visit_fields(auto& v, PartOf<BesideCurve> auto& part) {
  v.required("sweep", part.sweep);
  v.required("program", part.program);
  v.required("task", part.task);
  v.required("points", part.points);
}

void visit_fields(auto& v, PartOf<RunRecord> auto& part) {
  v.required("schema_version", part.schema_version);
  v.required("created", part.created);
  v.required("producer", part.producer);
  v.required("device", part.device);
  v.required("program", part.program);
  v.optional("lab", part.lab);
  v.optional("seed", part.seed);
  v.optional("sources", part.sources);
  v.optional("sweeps", part.sweeps);
  v.optional("measured_curves", part.measured_curves);
  v.optional("beside_curves", part.beside_curves);
  v.optional("cases", part.cases);
  v.optional("launches", part.launches);
  v.optional("transfers", part.transfers);
  v.if_any("ranges", part.ranges);
  v.if_any("marks", part.marks);
  v.if_any("ranges_left_out", part.ranges_left_out);
  v.if_any("marks_left_out", part.marks_left_out);
  v.optional("findings", part.findings);
  v.required("outcome", part.outcome);
  v.optional("score", part.score);
  v.optional("opened_hints", part.opened_hints);
  v.optional("predictions", part.predictions);
  v.if_any("explanations", part.explanations);
  v.optional("host_timings", part.host_timings);
}

void visit_fields(auto& v, PartOf<MeasuredTime> auto& part) {
  v.required("median_s", part.median_s);
  v.required("min_s", part.min_s);
  v.required("max_s", part.max_s);
}

void visit_fields(auto& v, PartOf<MeasuredPoint> auto& part) {
  v.required("x", part.x);
  v.required("case_name", part.case_name);
  v.required("useful_bytes", part.useful_bytes);
  v.required("verdict", part.verdict);
  v.required("message", part.message);
  v.required("launches", part.launches);
  v.required("kernels", part.kernels);
  v.required("call", part.call);
  v.optional("result_spread_ulp", part.result_spread_ulp);
  v.optional("runs", part.runs);
}

void visit_fields(auto& v, PartOf<MeasuredSweep> auto& part) {
  v.required("id", part.id);
  v.required("task", part.task);
  v.required("data_scale", part.data_scale);
  v.required("points", part.points);
}

void visit_fields(auto& v, PartOf<MeasuredProgram> auto& part) {
  v.required("label", part.label);
  v.required("sha256", part.sha256);
  v.required("sweeps", part.sweeps);
}

void visit_fields(auto& v, PartOf<MeasuredCurves> auto& part) {
  v.required("schema_version", part.schema_version);
  v.required("lab", part.lab);
  v.required("created", part.created);
  v.required("producer", part.producer);
  v.required("device", part.device);
  v.required("seed", part.seed);
  v.required("warm_up_runs", part.warm_up_runs);
  v.required("runs", part.runs);
  v.required("empty_kernel_s", part.empty_kernel_s);
  v.required("programs", part.programs);
}

}  // namespace warpscope::record
