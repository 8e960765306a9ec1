#include "runner/grading/submission.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "base/files.h"
#include "base/foreign_text.h"
#include "base/text_of_others.h"
#include "runner/intake/archive.h"
#include "runner/intake/exported_names.h"
#include "runner/intake/handed_in.h"
#include "runner/intake/source_choice.h"
#include "runner/intake/unpacked_places.h"

namespace warpscope::runner {
namespace {

namespace fs = std::filesystem;

constexpr const char* kExercise = "exercise.cu";

bool is_regular(const fs::path& path) {
  std::error_code error;
  return fs::is_regular_file(fs::symlink_status(path, error));
}

bool is_folder(const fs::path& path) {
  std::error_code error;
  return fs::is_directory(fs::symlink_status(path, error));
}

std::string utf8_name(const fs::path& path) { return utf8_of_any(path.filename().string()); }

/// Without ".cu", ".cu.txt", ".zip".
std::string stem_of(const fs::path& path) {
  auto name = fs::path(utf8_name(path)).stem();
  if (name.extension() == ".cu") name = name.stem();
  return name.string();
}

/// A file in a folder of the class that is a submission by itself.
bool is_lone_source(const fs::path& path) {
  return is_source(path) && (path.extension() != ".txt" || path.stem().extension() == ".cu");
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const auto& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

/// All files of one submission, as an export names them.
struct Group {
  ExportedName first;
  std::vector<std::pair<fs::path, std::string>> files;  ///< with the student's own names
  std::vector<fs::path> folders;
  bool has_typed_text = false;
};

class Finder {
 public:
  explicit Finder(const Intake& intake) : intake_(intake), places_(intake.unpacked) {}

  void add(const fs::path& path) {
    std::error_code error;
    const auto clean = path.filename().empty() ? path.parent_path() : path;
    const auto status = fs::symlink_status(clean, error);
    if (!fs::exists(status))
      throw std::runtime_error("There is no file or folder " + path.string() + ".");
    if (fs::is_directory(status)) {
      if (is_regular(clean / kExercise)) {
        const auto folder = fs::absolute(clean).lexically_normal();
        found_.push_back(of_folder(utf8_name(folder), folder));
      } else {
        add_entries(clean);
      }
    } else if (is_archive(clean) && fs::is_regular_file(status)) {
      add_archive(clean);
    } else {
      found_.push_back(of_file(stem_of(clean), clean));
    }
  }

  std::vector<Submission> take() {
    make_names_distinct();
    for (auto& submission : found_) submission.known_as = places_.known_as(submission.file);
    return std::move(found_);
  }

  /// The folder or archive as one submission.
  Submission one_of(const fs::path& path) {
    auto submission = is_archive(path) && is_regular(path) ? of_lone_archive(stem_of(path), path)
                                                           : of_folder(utf8_name(path), path);
    submission.known_as = places_.known_as(submission.file);
    return submission;
  }

 private:
  Submission of_file(std::string name, const fs::path& file) {
    Submission submission;
    submission.name = std::move(name);
    submission.problem = file_problem(file);
    if (!submission.problem.empty()) return submission;
    if (is_utf8(file.string())) {
      submission.file = file;
      return submission;
    }
    const auto place = places_.make(file_name_for(submission.name), file.parent_path());
    submission.problem = copy_in(file, utf8_name(file), place);
    if (submission.problem.empty()) submission.file = place / inner_path(utf8_name(file));
    return submission;
  }

  /// A student's folder, which may hold archives and names of any encoding.
  Submission of_folder(std::string name, const fs::path& folder) {
    try {
      const auto found = files_in(folder);
      if (found.archives.empty() && !found.has_odd_names)
        return chosen_of(std::move(name), folder, found, {});
      const auto place = places_.make(file_name_for(name), folder);
      auto notes = copy_all(folder, place);
      return of_place(std::move(name), place, found.has_links, std::move(notes));
    } catch (const std::runtime_error& error) {
      return {std::move(name), {}, error.what()};
    }
  }

  /// A folder of ours, in which everything may be changed.
  Submission of_place(std::string name, const fs::path& place, bool has_links,
                      std::vector<std::string> notes) {
    for (auto& note : unpack_all(place)) notes.push_back(std::move(note));
    auto found = files_in(place);
    found.has_links = found.has_links || has_links;
    return chosen_of(std::move(name), place, found, notes);
  }

  Submission chosen_of(std::string name, const fs::path& folder, const FoundFiles& found,
                       const std::vector<std::string>& notes) const {
    auto choice = choose_source(folder, found.sources, intake_.functions);
    Submission submission{std::move(name), choice.file, std::move(choice.problem)};
    if (submission.file.empty() && found.sources.empty()) {
      if (found.has_links) {
        submission.problem = "It is a symbolic link; only regular files are graded.";
      } else if (!notes.empty()) {
        submission.problem += " " + joined(notes);
      } else if (found.has_typed_text) {
        submission.problem = "No file was handed in, only text that was typed in.";
      }
    }
    submission.root = folder;
    submission.note = joined(notes);
    return submission;
  }

  Submission of_lone_archive(std::string name, const fs::path& archive) {
    try {
      const auto place = places_.make(file_name_for(name), archive);
      auto notes = unpack(archive, place);
      return of_place(std::move(name), place, false, std::move(notes));
    } catch (const std::runtime_error& error) {
      return {std::move(name), {}, error.what()};
    }
  }

  /// A zip file that was named: a class, or one submission.
  void add_archive(const fs::path& archive) {
    const auto name = stem_of(archive);
    const auto place = places_.make(file_name_for(name), archive);
    auto notes = unpack(archive, place, limits_of_class());
    if (!is_of_a_class(place)) {
      found_.push_back(of_place(name, place, false, std::move(notes)));
      return;
    }
    const auto before = found_.size();
    add_entries(place);
    for (const auto& note : notes) tell_whose(note, before);
  }

  /// A note begins with a name in the archive, which has the submission's in it.
  void tell_whose(const std::string& note, std::size_t first) {
    for (auto i = first; i < found_.size(); ++i) {
      if (note.find(found_[i].name) == std::string::npos) continue;
      found_[i].note += (found_[i].note.empty() ? "" : " ") + note;
      return;
    }
  }

  /// Whether what an archive held looks as if it were several people's.
  bool is_of_a_class(const fs::path& place) const {
    const auto entries = entries_of(inner_folder(place));
    if (system_of(names_of(entries))) return true;
    std::size_t folders = 0, fitting = 0, archives = 0;
    for (const auto& entry : entries) {
      if (is_folder(entry)) {
        const auto found = files_in(entry);
        folders += found.sources.empty() && found.archives.empty() ? 0 : 1;
      } else if (entry.filename() == kExercise) {
        return false;
      } else if (is_archive(entry)) {
        ++archives;
      } else if (is_lone_source(entry)) {
        fitting += fits(entry) ? 1 : 0;
      }
    }
    return folders > 1 || archives > 1 || fitting > 1;
  }

  /// The only folder in it, where that is what the export wrapped everything in.
  static fs::path inner_folder(const fs::path& folder) {
    const auto entries = entries_of(folder);
    if (entries.size() != 1 || !is_folder(entries.front())) return folder;
    if (system_of(names_of(entries))) return folder;
    return system_of(names_of(entries_of(entries.front()))) ? entries.front() : folder;
  }

  /// Whether it has a function of the lab.
  bool fits(const fs::path& source) const {
    constexpr std::uint64_t kMostBytes = 1 << 20;
    try {
      const auto names = function_names(utf8_from_utf16(read_file_of_others(source, kMostBytes)));
      return std::ranges::any_of(
          names, [&](const std::string& name) { return intake_.functions.contains(name); });
    } catch (const std::runtime_error&) {
      return false;
    }
  }

  static std::vector<std::string> names_of(const std::vector<fs::path>& entries) {
    std::vector<std::string> names;
    for (const auto& entry : entries) names.push_back(utf8_name(entry));
    return names;
  }

  void add_entries(const fs::path& given) {
    const auto folder = inner_folder(given);
    const auto entries = entries_of(folder);
    const auto names = names_of(entries);
    if (const auto system = system_of(names)) {
      add_exported(*system, entries, names);
      return;
    }
    for (const auto& entry : entries) {
      std::error_code error;
      if (is_folder(entry)) {
        found_.push_back(of_folder(utf8_name(entry), entry));
      } else if (fs::is_symlink(fs::symlink_status(entry, error)) && !is_lone_source(entry)) {
        found_.push_back(of_file(utf8_name(entry), entry));
      } else if (is_archive(entry)) {
        found_.push_back(of_lone_archive(stem_of(entry), entry));
      } else if (is_lone_source(entry)) {
        found_.push_back(of_file(stem_of(entry), entry));
      }
    }
  }

  void add_exported(LearningSystem system, const std::vector<fs::path>& entries,
                    const std::vector<std::string>& names) {
    const auto assignment =
        system == LearningSystem::blackboard ? assignment_of(names) : std::string();
    std::vector<std::string> order;
    std::map<std::string, Group> groups;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const auto exported = parse_exported(system, names[i], assignment);
      if (!exported) {
        if (is_folder(entries[i])) found_.push_back(of_folder(names[i], entries[i]));
        continue;
      }
      const auto [place, is_new] = groups.try_emplace(exported->group);
      if (is_new) order.push_back(exported->group);
      add_to(place->second, *exported, entries[i]);
    }
    for (const auto& name : order) found_.push_back(of_group(name, groups.at(name)));
  }

  static void add_to(Group& group, const ExportedName& exported, const fs::path& entry) {
    if (group.first.group.empty()) group.first = exported;
    group.first.is_late = group.first.is_late || exported.is_late;
    if (exported.is_about) {
      read_about(group, entry);
    } else if (exported.is_typed) {
      group.has_typed_text = true;
    } else if (is_folder(entry)) {
      group.folders.push_back(entry);
    } else {
      group.files.emplace_back(entry, exported.file);
    }
  }

  /// Blackboard's text about an attempt, which has the full name.
  static void read_about(Group& group, const fs::path& file) {
    constexpr std::uint64_t kMostBytes = 1 << 20;
    try {
      const auto about = parse_attempt_text(utf8_of_any(read_file_of_others(file, kMostBytes)));
      if (!about) return;
      group.first.id = about->user;
      group.first.student = about->student;
    } catch (const std::runtime_error&) {
      // Its name says enough.
    }
  }

  Submission of_group(const std::string& name, const Group& group) {
    Submission submission;
    if (group.files.empty() && group.folders.size() == 1) {
      submission = of_folder(name, group.folders.front());
    } else if (group.files.empty() && group.folders.empty()) {
      submission.problem = group.has_typed_text
                               ? "No file was handed in, only text that was typed in."
                               : "No file was handed in.";
    } else {
      submission = of_files(name, group);
    }
    submission.name = name;
    submission.student = student_of(group.first);
    return submission;
  }

  Submission of_files(const std::string& name, const Group& group) {
    try {
      const auto& first = group.files.empty() ? group.folders.front() : group.files.front().first;
      const auto place = places_.make(file_name_for(name), first.parent_path());
      std::vector<std::string> notes;
      bool has_links = false;
      std::string others;
      for (const auto& [path, own_name] : group.files) {
        has_links = has_links || !is_regular(path);
        if (!is_wanted(own_name)) {
          others += (others.empty() ? "" : ", ") + one_line_of_others(own_name);
        } else if (auto note = copy_in(path, own_name, place); !note.empty()) {
          notes.push_back(std::move(note));
        }
      }
      for (const auto& folder : group.folders)
        for (auto& note : copy_all(folder, place / utf8_name(folder)))
          notes.push_back(std::move(note));
      // Beside sources a report or a picture is nothing to talk of.
      if (fs::is_empty(place) && notes.empty() && !others.empty())
        notes.push_back("What was handed in: " + others + ".");
      return of_place(name, place, has_links, std::move(notes));
    } catch (const std::runtime_error& error) {
      return {name, {}, error.what()};
    }
  }

  /// "Ada Lovelace" in two; a name in one word is the last name.
  static Student student_of(const ExportedName& exported) {
    Student student;
    student.id = exported.id;
    const auto blank = exported.student.rfind(' ');
    if (blank == std::string::npos) {
      student.last_name = exported.student;
    } else {
      student.first_name = exported.student.substr(0, blank);
      student.last_name = exported.student.substr(blank + 1);
    }
    student.submitted = exported.submitted;
    student.is_late = exported.is_late;
    return student;
  }

  void make_names_distinct() {
    std::set<std::string> taken;
    for (auto& submission : found_) {
      const auto name = submission.name;
      for (int number = 2; !taken.insert(file_name_for(submission.name)).second; ++number)
        submission.name = fmt::format("{} ({})", name, number);
    }
  }

  const Intake& intake_;
  std::vector<Submission> found_;
  UnpackedPlaces places_;
};

}  // namespace

Submission submission_in(const fs::path& folder, const Intake& intake) {
  return Finder(intake).one_of(folder);
}

std::vector<Submission> find_submissions(std::span<const fs::path> paths, const Intake& intake) {
  Finder finder(intake);
  for (const auto& path : paths) finder.add(path);
  return finder.take();
}

}  // namespace warpscope::runner
