#include "runner/process/system_call_filter.h"

#include <linux/audit.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

namespace warpscope::runner {
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr std::uint32_t kArchitecture = AUDIT_ARCH_AARCH64;
#else
constexpr std::uint32_t kArchitecture = 0;
#endif
/// x86-64's second set of system calls (x32) has this bit; none of it is needed.
constexpr std::uint32_t kX32Bit = 0x40000000;

constexpr std::array kRefused{
#ifdef SYS_fork
    SYS_fork,
    SYS_vfork,
#endif
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_mount,
    SYS_umount2,
    SYS_unshare,
    SYS_setns,
    SYS_pivot_root,
    SYS_chroot,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_keyctl,
    SYS_pidfd_getfd,
    SYS_pidfd_send_signal,
    SYS_io_uring_setup,
    SYS_userfaultfd,
    SYS_kill,
    SYS_tkill,
    SYS_rt_sigqueueinfo,
    SYS_setpgid,
    SYS_setsid,
};

constexpr std::uint32_t offset_of_number = offsetof(seccomp_data, nr);
constexpr std::uint32_t offset_of_architecture = offsetof(seccomp_data, arch);
constexpr std::uint32_t offset_of_first_argument = offsetof(seccomp_data, args);  // low half

sock_filter load(std::uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
sock_filter give(std::uint32_t action) { return BPF_STMT(BPF_RET | BPF_K, action); }
sock_filter skip_unless_equal(std::uint32_t value, std::uint8_t count) {
  return BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, count);
}

constexpr std::uint32_t refusal(int error) {
  return SECCOMP_RET_ERRNO | (static_cast<std::uint32_t>(error) & SECCOMP_RET_DATA);
}

}  // namespace

SystemCallFilter confining_filter(bool has_own_process_namespace) {
  if (kArchitecture == 0) return {};
  SystemCallFilter result;
  auto& filter = result.instructions;
  filter = {
      load(offset_of_architecture),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0),
      give(SECCOMP_RET_KILL_PROCESS),
      load(offset_of_number),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32Bit, 0, 1),
      give(SECCOMP_RET_KILL_PROCESS),
  };
  for (const auto number : kRefused) {
    filter.push_back(skip_unless_equal(static_cast<std::uint32_t>(number), 1));
    filter.push_back(give(refusal(EPERM)));
  }
  // clone3 keeps its flags in memory, which a filter cannot read; without it the C library uses
  // clone.
  filter.push_back(skip_unless_equal(SYS_clone3, 1));
  filter.push_back(give(refusal(ENOSYS)));
  filter.push_back(skip_unless_equal(SYS_clone, 4));
  filter.push_back(load(offset_of_first_argument));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, CLONE_THREAD, 0, 1));
  filter.push_back(give(SECCOMP_RET_ALLOW));
  filter.push_back(give(refusal(EPERM)));
  filter.push_back(skip_unless_equal(SYS_socket, 4));
  filter.push_back(load(offset_of_first_argument));
  filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AF_UNIX, 0, 1));
  filter.push_back(give(SECCOMP_RET_ALLOW));
  filter.push_back(give(refusal(EPERM)));
  if (!has_own_process_namespace) {
    // abort() and raise() signal their own process by tgkill.
    filter.push_back(skip_unless_equal(SYS_tgkill, 4));
    filter.push_back(load(offset_of_first_argument));
    result.process_id_at = filter.size();
    filter.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 0, 1));
    filter.push_back(give(SECCOMP_RET_ALLOW));
    filter.push_back(give(refusal(EPERM)));
  }
  filter.push_back(give(SECCOMP_RET_ALLOW));
  return result;
}

bool install(SystemCallFilter& filter) {
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  auto& instructions = filter.instructions;
  if (instructions.empty()) return true;
  if (filter.process_id_at != 0) {
    instructions[filter.process_id_at].k = static_cast<std::uint32_t>(::getpid());
  }
  const sock_fprog program{static_cast<unsigned short>(instructions.size()), instructions.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

}  // namespace warpscope::runner
