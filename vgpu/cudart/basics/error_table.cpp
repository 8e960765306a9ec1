#include "vgpu/cudart/basics/error_table.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <vector>

namespace warpscope::cudart {
namespace {

struct Row {
  cudaError_t error;
  const char* name;
  const char* text;  ///< nullptr for errors that this runtime never gives: made from the name
};

constexpr Row row(cudaError_t error, const char* name, const char* text = nullptr) {
  return {error, name, text};
}

constexpr std::array kRows{
    row(cudaSuccess, "cudaSuccess", "no error"),
    row(cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"),
    row(cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"),
    row(cudaErrorInitializationError, "cudaErrorInitializationError", "initialization error"),
    row(cudaErrorCudartUnloading, "cudaErrorCudartUnloading", "driver shutting down"),
    row(cudaErrorProfilerDisabled, "cudaErrorProfilerDisabled"),
    row(cudaErrorProfilerNotInitialized, "cudaErrorProfilerNotInitialized"),
    row(cudaErrorProfilerAlreadyStarted, "cudaErrorProfilerAlreadyStarted"),
    row(cudaErrorProfilerAlreadyStopped, "cudaErrorProfilerAlreadyStopped"),
    row(cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration",
        "invalid configuration argument"),
    row(cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue"),
    row(cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"),
    row(cudaErrorInvalidHostPointer, "cudaErrorInvalidHostPointer"),
    row(cudaErrorInvalidDevicePointer, "cudaErrorInvalidDevicePointer", "invalid device pointer"),
    row(cudaErrorInvalidTexture, "cudaErrorInvalidTexture"),
    row(cudaErrorInvalidTextureBinding, "cudaErrorInvalidTextureBinding"),
    row(cudaErrorInvalidChannelDescriptor, "cudaErrorInvalidChannelDescriptor"),
    row(cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection",
        "invalid copy direction for memcpy"),
    row(cudaErrorAddressOfConstant, "cudaErrorAddressOfConstant"),
    row(cudaErrorTextureFetchFailed, "cudaErrorTextureFetchFailed"),
    row(cudaErrorTextureNotBound, "cudaErrorTextureNotBound"),
    row(cudaErrorSynchronizationError, "cudaErrorSynchronizationError"),
    row(cudaErrorInvalidFilterSetting, "cudaErrorInvalidFilterSetting"),
    row(cudaErrorInvalidNormSetting, "cudaErrorInvalidNormSetting"),
    row(cudaErrorMixedDeviceExecution, "cudaErrorMixedDeviceExecution"),
    row(cudaErrorNotYetImplemented, "cudaErrorNotYetImplemented"),
    row(cudaErrorMemoryValueTooLarge, "cudaErrorMemoryValueTooLarge"),
    row(cudaErrorStubLibrary, "cudaErrorStubLibrary"),
    row(cudaErrorInsufficientDriver, "cudaErrorInsufficientDriver"),
    row(cudaErrorCallRequiresNewerDriver, "cudaErrorCallRequiresNewerDriver"),
    row(cudaErrorInvalidSurface, "cudaErrorInvalidSurface"),
    row(cudaErrorDuplicateVariableName, "cudaErrorDuplicateVariableName"),
    row(cudaErrorDuplicateTextureName, "cudaErrorDuplicateTextureName"),
    row(cudaErrorDuplicateSurfaceName, "cudaErrorDuplicateSurfaceName"),
    row(cudaErrorDevicesUnavailable, "cudaErrorDevicesUnavailable"),
    row(cudaErrorIncompatibleDriverContext, "cudaErrorIncompatibleDriverContext"),
    row(cudaErrorMissingConfiguration, "cudaErrorMissingConfiguration",
        "__global__ function call is not configured"),
    row(cudaErrorPriorLaunchFailure, "cudaErrorPriorLaunchFailure"),
    row(cudaErrorLaunchMaxDepthExceeded, "cudaErrorLaunchMaxDepthExceeded"),
    row(cudaErrorLaunchFileScopedTex, "cudaErrorLaunchFileScopedTex"),
    row(cudaErrorLaunchFileScopedSurf, "cudaErrorLaunchFileScopedSurf"),
    row(cudaErrorSyncDepthExceeded, "cudaErrorSyncDepthExceeded"),
    row(cudaErrorLaunchPendingCountExceeded, "cudaErrorLaunchPendingCountExceeded"),
    row(cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction",
        "invalid device function"),
    row(cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"),
    row(cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"),
    row(cudaErrorDeviceNotLicensed, "cudaErrorDeviceNotLicensed"),
    row(cudaErrorSoftwareValidityNotEstablished, "cudaErrorSoftwareValidityNotEstablished"),
    row(cudaErrorStartupFailure, "cudaErrorStartupFailure"),
    row(cudaErrorInvalidKernelImage, "cudaErrorInvalidKernelImage",
        "device kernel image is invalid"),
    row(cudaErrorDeviceUninitialized, "cudaErrorDeviceUninitialized"),
    row(cudaErrorMapBufferObjectFailed, "cudaErrorMapBufferObjectFailed"),
    row(cudaErrorUnmapBufferObjectFailed, "cudaErrorUnmapBufferObjectFailed"),
    row(cudaErrorArrayIsMapped, "cudaErrorArrayIsMapped"),
    row(cudaErrorAlreadyMapped, "cudaErrorAlreadyMapped"),
    row(cudaErrorNoKernelImageForDevice, "cudaErrorNoKernelImageForDevice",
        "no kernel image is available for execution on the device"),
    row(cudaErrorAlreadyAcquired, "cudaErrorAlreadyAcquired"),
    row(cudaErrorNotMapped, "cudaErrorNotMapped"),
    row(cudaErrorNotMappedAsArray, "cudaErrorNotMappedAsArray"),
    row(cudaErrorNotMappedAsPointer, "cudaErrorNotMappedAsPointer"),
    row(cudaErrorECCUncorrectable, "cudaErrorECCUncorrectable"),
    row(cudaErrorUnsupportedLimit, "cudaErrorUnsupportedLimit"),
    row(cudaErrorDeviceAlreadyInUse, "cudaErrorDeviceAlreadyInUse"),
    row(cudaErrorPeerAccessUnsupported, "cudaErrorPeerAccessUnsupported"),
    row(cudaErrorInvalidPtx, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"),
    row(cudaErrorInvalidGraphicsContext, "cudaErrorInvalidGraphicsContext"),
    row(cudaErrorNvlinkUncorrectable, "cudaErrorNvlinkUncorrectable"),
    row(cudaErrorJitCompilerNotFound, "cudaErrorJitCompilerNotFound"),
    row(cudaErrorUnsupportedPtxVersion, "cudaErrorUnsupportedPtxVersion"),
    row(cudaErrorJitCompilationDisabled, "cudaErrorJitCompilationDisabled"),
    row(cudaErrorUnsupportedExecAffinity, "cudaErrorUnsupportedExecAffinity"),
    row(cudaErrorUnsupportedDevSideSync, "cudaErrorUnsupportedDevSideSync"),
    row(cudaErrorContained, "cudaErrorContained"),
    row(cudaErrorInvalidSource, "cudaErrorInvalidSource"),
    row(cudaErrorFileNotFound, "cudaErrorFileNotFound"),
    row(cudaErrorSharedObjectSymbolNotFound, "cudaErrorSharedObjectSymbolNotFound"),
    row(cudaErrorSharedObjectInitFailed, "cudaErrorSharedObjectInitFailed"),
    row(cudaErrorOperatingSystem, "cudaErrorOperatingSystem"),
    row(cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle",
        "invalid resource handle"),
    row(cudaErrorIllegalState, "cudaErrorIllegalState"),
    row(cudaErrorLossyQuery, "cudaErrorLossyQuery"),
    row(cudaErrorSymbolNotFound, "cudaErrorSymbolNotFound"),
    row(cudaErrorNotReady, "cudaErrorNotReady", "device not ready"),
    row(cudaErrorIllegalAddress, "cudaErrorIllegalAddress",
        "an illegal memory access was encountered"),
    row(cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources",
        "too many resources requested for launch"),
    row(cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout",
        "the launch timed out and was terminated"),
    row(cudaErrorLaunchIncompatibleTexturing, "cudaErrorLaunchIncompatibleTexturing"),
    row(cudaErrorPeerAccessAlreadyEnabled, "cudaErrorPeerAccessAlreadyEnabled"),
    row(cudaErrorPeerAccessNotEnabled, "cudaErrorPeerAccessNotEnabled"),
    row(cudaErrorSetOnActiveProcess, "cudaErrorSetOnActiveProcess"),
    row(cudaErrorContextIsDestroyed, "cudaErrorContextIsDestroyed"),
    row(cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"),
    row(cudaErrorTooManyPeers, "cudaErrorTooManyPeers"),
    row(cudaErrorHostMemoryAlreadyRegistered, "cudaErrorHostMemoryAlreadyRegistered"),
    row(cudaErrorHostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered"),
    row(cudaErrorHardwareStackError, "cudaErrorHardwareStackError"),
    row(cudaErrorIllegalInstruction, "cudaErrorIllegalInstruction",
        "an illegal instruction was encountered"),
    row(cudaErrorMisalignedAddress, "cudaErrorMisalignedAddress", "misaligned address"),
    row(cudaErrorInvalidAddressSpace, "cudaErrorInvalidAddressSpace"),
    row(cudaErrorInvalidPc, "cudaErrorInvalidPc"),
    row(cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"),
    row(cudaErrorCooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge"),
    row(cudaErrorTensorMemoryLeak, "cudaErrorTensorMemoryLeak"),
    row(cudaErrorNotPermitted, "cudaErrorNotPermitted", "operation not permitted"),
    row(cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"),
    row(cudaErrorSystemNotReady, "cudaErrorSystemNotReady"),
    row(cudaErrorSystemDriverMismatch, "cudaErrorSystemDriverMismatch"),
    row(cudaErrorCompatNotSupportedOnDevice, "cudaErrorCompatNotSupportedOnDevice"),
    row(cudaErrorMpsConnectionFailed, "cudaErrorMpsConnectionFailed"),
    row(cudaErrorMpsRpcFailure, "cudaErrorMpsRpcFailure"),
    row(cudaErrorMpsServerNotReady, "cudaErrorMpsServerNotReady"),
    row(cudaErrorMpsMaxClientsReached, "cudaErrorMpsMaxClientsReached"),
    row(cudaErrorMpsMaxConnectionsReached, "cudaErrorMpsMaxConnectionsReached"),
    row(cudaErrorMpsClientTerminated, "cudaErrorMpsClientTerminated"),
    row(cudaErrorCdpNotSupported, "cudaErrorCdpNotSupported"),
    row(cudaErrorCdpVersionMismatch, "cudaErrorCdpVersionMismatch"),
    row(cudaErrorStreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported"),
    row(cudaErrorStreamCaptureInvalidated, "cudaErrorStreamCaptureInvalidated"),
    row(cudaErrorStreamCaptureMerge, "cudaErrorStreamCaptureMerge"),
    row(cudaErrorStreamCaptureUnmatched, "cudaErrorStreamCaptureUnmatched"),
    row(cudaErrorStreamCaptureUnjoined, "cudaErrorStreamCaptureUnjoined"),
    row(cudaErrorStreamCaptureIsolation, "cudaErrorStreamCaptureIsolation"),
    row(cudaErrorStreamCaptureImplicit, "cudaErrorStreamCaptureImplicit"),
    row(cudaErrorCapturedEvent, "cudaErrorCapturedEvent"),
    row(cudaErrorStreamCaptureWrongThread, "cudaErrorStreamCaptureWrongThread"),
    row(cudaErrorTimeout, "cudaErrorTimeout"),
    row(cudaErrorGraphExecUpdateFailure, "cudaErrorGraphExecUpdateFailure"),
    row(cudaErrorExternalDevice, "cudaErrorExternalDevice"),
    row(cudaErrorInvalidClusterSize, "cudaErrorInvalidClusterSize"),
    row(cudaErrorFunctionNotLoaded, "cudaErrorFunctionNotLoaded"),
    row(cudaErrorInvalidResourceType, "cudaErrorInvalidResourceType"),
    row(cudaErrorInvalidResourceConfiguration, "cudaErrorInvalidResourceConfiguration"),
    row(cudaErrorUnknown, "cudaErrorUnknown", "unknown error"),
};

const Row* find_row(cudaError_t error) {
  const auto* found = std::find_if(kRows.begin(), kRows.end(),
                                   [&](const Row& candidate) { return candidate.error == error; });
  return found == kRows.end() ? nullptr : found;
}

/// "cudaErrorPeerAccessNotEnabled" -> "peer access not enabled"
std::string words_of(std::string_view name) {
  constexpr std::string_view kPrefix = "cudaError";
  std::string words;
  for (const char letter : name.substr(kPrefix.size())) {
    const auto code = static_cast<unsigned char>(letter);
    if (std::isupper(code) != 0 && !words.empty()) words += ' ';
    words += static_cast<char>(std::tolower(code));
  }
  return words;
}

}  // namespace

const char* error_name(cudaError_t error) {
  const Row* found = find_row(error);
  return found == nullptr ? "unrecognized error code" : found->name;
}

const char* error_text(cudaError_t error) {
  static const std::vector<std::string> derived = [] {
    std::vector<std::string> texts;
    for (const Row& each : kRows) {
      texts.push_back(each.text != nullptr ? each.text : words_of(each.name));
    }
    return texts;
  }();
  const Row* found = find_row(error);
  if (found == nullptr) return "unrecognized error code";
  return derived[static_cast<std::size_t>(found - kRows.data())].c_str();
}

}  // namespace warpscope::cudart
