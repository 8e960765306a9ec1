#include "runner/process/system_call_filter.h"

#include <asm/ioctls.h>
#include <asm/sockios.h>
#include <fcntl.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <system_error>

#include "base/unique_fd.h"

namespace warpscope::runner {
namespace {

/// Numbers of this machine; libseccomp leaves out those that it does not have.
constexpr std::array kRefused{SCMP_SYS(fork),
                              SCMP_SYS(vfork),
                              SCMP_SYS(ptrace),
                              SCMP_SYS(process_vm_readv),
                              SCMP_SYS(process_vm_writev),
                              SCMP_SYS(mount),
                              SCMP_SYS(umount2),
                              SCMP_SYS(unshare),
                              SCMP_SYS(setns),
                              SCMP_SYS(pivot_root),
                              SCMP_SYS(chroot),
                              SCMP_SYS(bpf),
                              SCMP_SYS(perf_event_open),
                              SCMP_SYS(add_key),
                              SCMP_SYS(request_key),
                              SCMP_SYS(keyctl),
                              SCMP_SYS(shmget),
                              SCMP_SYS(shmat),
                              SCMP_SYS(semget),
                              SCMP_SYS(msgget),
                              SCMP_SYS(mq_open),
                              SCMP_SYS(memfd_create),
                              SCMP_SYS(pidfd_getfd),
                              SCMP_SYS(pidfd_send_signal),
                              SCMP_SYS(io_uring_setup),
                              SCMP_SYS(userfaultfd),
                              SCMP_SYS(kill),
                              SCMP_SYS(tkill),
                              SCMP_SYS(rt_sigqueueinfo),
                              SCMP_SYS(rt_tgsigqueueinfo),
                              SCMP_SYS(ioprio_set),
                              SCMP_SYS(process_madvise),
                              SCMP_SYS(setpgid),
                              SCMP_SYS(setsid)};

/// Stands for the process's own id, which nobody knows before it is there. No process has it: the
/// kernel's ids end at 2^22.
constexpr std::uint32_t kOwnProcess = 0x7077'6E6F;
/// The kernel reads no more of a command's number.
constexpr std::uint64_t kLowWord = 0xFFFF'FFFF;

void expect_success(int result) {
  if (result == 0) return;
  throw std::system_error(-result, std::generic_category(),
                          "Cannot make the filter of system calls");
}

/// Allows what no rule refuses.
class Rules {
 public:
  Rules() : context_(::seccomp_init(SCMP_ACT_ALLOW)) {
    if (!context_) expect_success(-ENOMEM);
    // Calls of another architecture, and x86-64's second set of them (x32), have other numbers.
    expect_success(
        ::seccomp_attr_set(context_.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS));
  }

  /// Refuses a call whose arguments are as `conditions` say; always when there are none.
  void refuse(int call, std::uint32_t error, std::initializer_list<scmp_arg_cmp> conditions = {}) {
    expect_success(::seccomp_rule_add_array(context_.get(), SCMP_ACT_ERRNO(error), call,
                                            static_cast<unsigned>(conditions.size()),
                                            conditions.begin()));
  }

  std::vector<sock_filter> instructions() const {
    const UniqueFd file(::memfd_create("warpscope-filter", MFD_CLOEXEC));
    if (!file.is_open()) expect_success(-errno);
    expect_success(::seccomp_export_bpf(context_.get(), file.get()));
    const auto size_bytes = ::lseek(file.get(), 0, SEEK_END);
    std::vector<sock_filter> result(static_cast<std::size_t>(size_bytes) / sizeof(sock_filter));
    if (::pread(file.get(), result.data(), static_cast<std::size_t>(size_bytes), 0) != size_bytes) {
      expect_success(-EIO);
    }
    return result;
  }

 private:
  struct Release {
    void operator()(void* context) const { ::seccomp_release(context); }
  };
  std::unique_ptr<void, Release> context_;
};

}  // namespace

SystemCallFilter confining_filter(bool has_own_process_namespace, bool has_local_sockets) {
  Rules rules;
  for (const int call : kRefused) rules.refuse(call, EPERM);
  if (has_local_sockets) {
    rules.refuse(SCMP_SYS(socket), EPERM, {SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0)});
  } else {
    rules.refuse(SCMP_SYS(socket), EPERM);
  }
  // clone3 keeps its flags in memory, which a filter cannot read; without it the C library uses
  // clone.
  rules.refuse(SCMP_SYS(clone3), ENOSYS);
  rules.refuse(SCMP_SYS(clone), EPERM, {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)});
  // Another's limits and turns; 0 is the caller.
  for (const int call : {SCMP_SYS(prlimit64), SCMP_SYS(sched_setscheduler), SCMP_SYS(sched_setattr),
                         SCMP_SYS(sched_setparam)}) {
    rules.refuse(call, EPERM, {SCMP_A0(SCMP_CMP_NE, 0, 0)});
  }
  rules.refuse(SCMP_SYS(setpriority), EPERM, {SCMP_A1(SCMP_CMP_NE, 0, 0)});
  // Ways to have the kernel send a signal to whom one names.
  for (const unsigned command : {F_SETOWN, F_SETOWN_EX, F_SETSIG}) {
    rules.refuse(SCMP_SYS(fcntl), EPERM, {SCMP_A1(SCMP_CMP_MASKED_EQ, kLowWord, command)});
  }
  for (const unsigned command : {FIOSETOWN, SIOCSPGRP, TIOCSTI}) {
    rules.refuse(SCMP_SYS(ioctl), EPERM, {SCMP_A1(SCMP_CMP_MASKED_EQ, kLowWord, command)});
  }
  if (!has_own_process_namespace) {
    // The C library asks with a thread's number, and no lab needs it.
    rules.refuse(SCMP_SYS(sched_setaffinity), EPERM);
    // abort() and raise() signal their own process by tgkill.
    rules.refuse(SCMP_SYS(tgkill), EPERM, {SCMP_A0(SCMP_CMP_NE, kOwnProcess, 0)});
  }
  SystemCallFilter filter{rules.instructions(), {}};
  for (std::size_t i = 0; i < filter.instructions.size(); ++i) {
    const auto& instruction = filter.instructions[i];
    const bool is_comparison = BPF_CLASS(instruction.code) == BPF_JMP;
    if (is_comparison && instruction.k == kOwnProcess) filter.process_id_at.push_back(i);
  }
  if (filter.process_id_at.empty() != has_own_process_namespace) expect_success(-ENOTSUP);
  return filter;
}

bool install(SystemCallFilter& filter) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  auto& instructions = filter.instructions;
  for (const auto at : filter.process_id_at) {
    instructions[at].k = static_cast<std::uint32_t>(::getpid());
  }
  const sock_fprog program{static_cast<unsigned short>(instructions.size()), instructions.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace warpscope::runner
