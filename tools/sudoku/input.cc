#include "tools/sudoku/input.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "sudoku/format/documents.h"
#include "sudoku/format/written_cells.h"
#include "sudoku/rules/rule_text.h"
#include "tools/cli/printable.h"
#include "tools/sudoku/shard.h"

namespace sudoku::tool {

namespace {

constexpr size_t kPieceSize = size_t{1} << 16;
constexpr int kLongestWaitInMilliseconds = 100;

bool Exists(const std::string& path) {
  struct stat status;
  return stat(path.c_str(), &status) == 0;
}

// True if a third is marks for empty cells, or the first word is as long as a
// grid has cells, or all of it without what stands between cells.
bool HasCellsOfAGrid(absl::string_view argument) {
  const auto cells =
      std::count_if(argument.begin(), argument.end(),
                    [](char c) { return !absl::StrContains(" |-+,", c); });
  const size_t word = std::min(argument.find_first_of(" |"), argument.size());
  return 3 * static_cast<size_t>(absl::c_count(argument, '.')) >=
             argument.size() ||
         SizeFromCellCount(word) > 0 ||
         SizeFromCellCount(static_cast<size_t>(cells)) > 0;
}

// True if an argument that is no file seems to be meant as a puzzle: it is an
// address or the like, or rather long, has no slash, and mostly digits and
// marks for empty cells.
bool LooksLikePuzzle(absl::string_view argument) {
  if (absl::StrContains(argument, '\n') || absl::StartsWith(argument, "{") ||
      IsRuleText(argument) || FindDocumentFormat(argument) != nullptr) {
    return true;
  }
  if (argument.size() < 16 || absl::StrContains(argument, '/')) return false;
  // Any letter may be a cell then: the name of a file is none by its length.
  if (DigitsHaveSymbols()) return HasCellsOfAGrid(argument);
  const auto likely =
      std::count_if(argument.begin(), argument.end(), [](char c) {
        return (c >= '0' && c <= '9') || absl::StrContains(".*_xX |-+,", c);
      });
  return 2 * static_cast<size_t>(likely) > argument.size();
}

bool IsPuzzle(const std::string& argument) {
  return argument != "-" && !Exists(argument) && LooksLikePuzzle(argument);
}

}  // namespace

PuzzleInput::PuzzleInput(const cli::Arguments& arguments,
                         const Settings& settings)
    : arguments_(arguments), settings_(settings), piece_(kPieceSize) {
  for (const std::string& argument : arguments_) {
    if (IsPuzzle(argument)) continue;
    is_command_line_only_ = false;
    struct stat status;
    const int result = argument == "-" ? fstat(STDIN_FILENO, &status)
                                       : stat(argument.c_str(), &status);
    // Of a shard, too, the whole is known.
    if (result == 0 && S_ISREG(status.st_mode) && bytes_total_ >= 0) {
      bytes_total_ += status.st_size;
    } else {
      bytes_total_ = -1;
    }
  }
}

PuzzleInput::~PuzzleInput() { Close(); }

void PuzzleInput::Close() {
  if (fd_ > STDIN_FILENO) close(fd_);
  fd_ = -1;
}

bool PuzzleInput::OpenNext() {
  Close();
  failure_.clear();
  reader_.reset();
  if (next_argument_ == arguments_.size()) return false;
  const std::string& argument = arguments_[next_argument_++];
  is_argument_ = false;
  if (argument == "-") {
    fd_ = STDIN_FILENO;
    source_ = "standard input";
  } else if (IsPuzzle(argument)) {
    is_argument_ = true;
    source_ = "argument";
  } else {
    source_ = argument;
    // To open a named pipe would otherwise wait for a writer. ReadPiece()
    // waits, too, but looks up now and then.
    fd_ = open(argument.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd_ < 0) {
      failure_ = argument.empty()
                     ? "an empty argument is neither a puzzle nor a file"
                     : absl::StrCat("cannot read \"", argument,
                                    "\": ", std::strerror(errno));
      return false;
    }
  }
  bytes_left_ = -1;
  if (settings_.shard.count > 1) return OpenShard();
  reader_ = std::make_unique<PuzzleReader>(settings_.reader);
  if (is_argument_) {
    reader_->Feed(argument);
    reader_->Finish();
  }
  return true;
}

bool PuzzleInput::OpenShard() {
  const cli::ShardFlag& part = settings_.shard;
  if (fd_ <= STDIN_FILENO) {
    failure_ = absl::StrCat(source_, " cannot be parted: --shard is for files");
    return false;
  }
  const absl::StatusOr<FileShard> shard =
      FindShard(fd_, part, settings_.reader);
  if (!shard.ok() || lseek(fd_, shard->begin, SEEK_SET) < 0) {
    failure_ = absl::StrCat(
        "\"", source_, "\" ",
        shard.ok() ? absl::StrCat("cannot be read: ", std::strerror(errno))
                   : std::string(shard.status().message()));
    return false;
  }
  // Lines are counted from where the shard begins: others know how many there
  // are before.
  source_ = absl::StrCat(source_, " (", part.number, "/", part.count, ")");
  bytes_left_ = shard->end - shard->begin;
  beginnings_.Add(shard->beginning);
  ReaderOptions options = settings_.reader;
  options.format = shard->format;
  reader_ = std::make_unique<PuzzleReader>(options);
  reader_->Feed(shard->header);
  return true;
}

PuzzleInput::Reading PuzzleInput::ReadPiece(bool may_wait) {
  pollfd ready = {.fd = fd_, .events = POLLIN, .revents = 0};
  const int events = poll(&ready, 1, may_wait ? kLongestWaitInMilliseconds : 0);
  if (events == 0 || (events < 0 && errno == EINTR)) return Reading::kNone;
  const size_t size =
      bytes_left_ < 0
          ? piece_.size()
          : std::min(piece_.size(), static_cast<size_t>(bytes_left_));
  const ssize_t count = read(fd_, piece_.data(), size);
  if (count < 0) {
    if (errno == EINTR || errno == EAGAIN) return Reading::kNone;
    failure_ =
        absl::StrCat("cannot read \"", source_, "\": ", std::strerror(errno));
    return Reading::kFailure;
  }
  if (count == 0) return Reading::kEnd;
  bytes_read_ += count;
  if (bytes_left_ >= 0) bytes_left_ -= count;
  reader_->Feed(absl::string_view(piece_.data(), static_cast<size_t>(count)));
  return Reading::kText;
}

namespace {

// On standard error, and in the note, which goes wherever the puzzle is spoken
// of.
void NameUnknownRules(Job& job) {
  std::vector<std::string> names;
  for (const Puzzle::UnknownRule& rule : job.puzzle.unknown_rules) {
    names.push_back(rule.name);
  }
  job.warning = absl::StrCat(
      names.size() == 1 ? "without the rule " : "without the rules ",
      absl::StrJoin(names, ", "));
  std::string& note = job.puzzle.note;
  absl::StrAppend(&note, note.empty() ? "" : "; ", job.warning);
}

}  // namespace

void PuzzleInput::Describe(Job* job) const {
  job->source = source_;
  job->line = reader_->line();
  job->is_argument = is_argument_;
  if (!job->puzzle.unknown_rules.empty()) NameUnknownRules(*job);
  if (settings_.writes_to_terminal) {
    job->source = cli::Printable(job->source);
    job->puzzle.note = cli::Printable(job->puzzle.note);
  }
  const absl::Status status = FillIn(settings_.filled_cells, job->puzzle);
  if (!status.ok()) return job->Fail(Fate::kWrong, status.message());
  if (settings_.rules.empty()) return;
  if (const auto error = AddRules(settings_.rules, &job->puzzle)) {
    job->Fail(Fate::kWrong, absl::StrCat("--rule:", error->offset + 1, ": ",
                                         error->sentence));
  }
}

PuzzleInput::Event PuzzleInput::Next(bool may_wait, Job* job) {
  if (!settings_.puzzle_number.has_value()) return NextOfAll(may_wait, job);
  while (!has_wanted_puzzle_) {
    const uint64_t count_before = puzzle_count_;
    const Event event = NextOfAll(may_wait, job);
    if (event == Event::kNothing || job->fate == Fate::kUnreadable) {
      return event;
    }
    if (event == Event::kEnd) {
      has_wanted_puzzle_ = true;
      job->Reset();
      job->Fail(
          Fate::kWrong,
          absl::StrCat("there is no puzzle number ", *settings_.puzzle_number,
                       ": the input has ", puzzle_count_,
                       puzzle_count_ == 1 ? " puzzle" : " puzzles"));
      return Event::kJob;
    }
    // What is no puzzle has no number.
    if (puzzle_count_ == count_before) continue;
    if (puzzle_count_ == *settings_.puzzle_number) {
      has_wanted_puzzle_ = true;
      return event;
    }
  }
  return Event::kEnd;
}

PuzzleInput::Event PuzzleInput::NextOfAll(bool may_wait, Job* job) {
  job->Reset();
  bool has_read = false;
  while (true) {
    if (reader_ == nullptr && !OpenNext()) {
      if (failure_.empty()) return Event::kEnd;
      job->Fail(Fate::kUnreadable, failure_);
      return Event::kJob;
    }
    switch (reader_->Next(&job->puzzle)) {
      case PuzzleReader::Result::kPuzzle:
        ++puzzle_count_;
        Describe(job);
        return Event::kJob;
      case PuzzleReader::Result::kError:
        job->Fail(Fate::kWrong, reader_->error().ToString(source_));
        return Event::kJob;
      case PuzzleReader::Result::kEnd:
        reader_.reset();
        continue;
      case PuzzleReader::Result::kNeedText:
        break;
    }
    // One piece at a time: there are files without end and without a puzzle.
    if (std::exchange(has_read, true)) return Event::kNothing;
    switch (ReadPiece(may_wait)) {
      case Reading::kText:
        break;
      case Reading::kNone:
        return Event::kNothing;
      case Reading::kEnd:
        reader_->Finish();
        break;
      case Reading::kFailure:
        reader_.reset();
        job->Fail(Fate::kUnreadable, failure_);
        return Event::kJob;
    }
  }
}

std::string PuzzleInput::digest() const {
  return absl::StrFormat("%016x", beginnings_.value());
}

double PuzzleInput::fraction_read() const {
  if (bytes_total_ <= 0) return 0;
  int64_t bytes = bytes_read_;
  if (reader_ != nullptr && !is_argument_) {
    bytes -= static_cast<int64_t>(reader_->waiting_bytes());
  }
  return std::clamp(static_cast<double>(bytes) *
                        static_cast<double>(settings_.shard.count) /
                        static_cast<double>(bytes_total_),
                    0.0, 1.0);
}

bool AreAllPuzzles(const cli::Arguments& arguments) {
  return std::all_of(arguments.begin(), arguments.end(), IsPuzzle);
}

bool ForEachJob(PuzzleInput& input, const dlx::Interrupter* interrupter,
                absl::FunctionRef<bool(Job&)> visit) {
  Job job;
  while (!dlx::IsInterrupted(interrupter)) {
    switch (input.Next(/*may_wait=*/true, &job)) {
      case PuzzleInput::Event::kJob:
        if (!visit(job)) return true;
        break;
      case PuzzleInput::Event::kNothing:
        break;
      case PuzzleInput::Event::kEnd:
        return true;
    }
  }
  return false;
}

}  // namespace sudoku::tool
