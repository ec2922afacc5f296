// The command line for Sudoku: `sudoku help` tells what it does.

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "dlx/base/version.h"
#include "sudoku/format/reader.h"
#include "sudoku/format/writer.h"
#include "sudoku/lab/method.h"
#include "sudoku/lab/table.h"
#include "sudoku/making/symmetry.h"
#include "tools/cli/command.h"
#include "tools/sudoku/boards.h"
#include "tools/sudoku/commands.h"
#include "tools/sudoku/rating_condition.h"
#include "tools/sudoku/solve_command.h"
#include "tools/sudoku/wanted_steps.h"
#include "tools/sudoku/watch_flags.h"

namespace sudoku::tool {
namespace {

cli::Command CheckCommand() {
  return {
      .name = "check",
      .arguments = kPuzzles,
      .summary = "Prove that puzzles have exactly one solution.",
      .help =
          "There is a line for each puzzle: 'unique', 'no solution' (with the\n"
          "clues that contradict each other, or for a puzzle with rules or on\n"
          "the command line, with what cannot all come true, if that is a few\n"
          "words and found within a second) or 'multiple solutions' (with two\n"
          "of them, and the cells in which they differ).\n"
          "For rules in files, ten seconds are spent on that in all.\n"
          "The exit code is 0 only if every puzzle has exactly one solution.\n"
          "\n"
          "--certificate=ARCHIVE writes into one file why each answer is\n"
          "right, for 'sudoku verify' to check: why there are no more\n"
          "solutions than one, or none; of several, two.",
      .example =
          "sudoku check puzzles.txt && echo all are unique\n"
          "sudoku check puzzles.txt --certificate=puzzles.proof\n"
          "sudoku verify puzzles.txt puzzles.proof",
      .flags = WithRuleFlags(WithCommonFlags(
          {"shard", "certificate", "timeout", "nodes", "engine", "threads"})),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Check>,
  };
}

cli::Command VerifyCommand() {
  return {
      .name = "verify",
      .arguments = "PUZZLE|FILE|-... ARCHIVE",
      .summary = "Check the certificates of puzzles, without a search.",
      .help =
          "The ARCHIVE is what 'sudoku check --certificate' wrote for the "
          "same\n"
          "puzzles, in the same order (and with the same --puzzle and "
          "--shard).\n"
          "The exact cover problem of each puzzle is made anew, and its\n"
          "certificate is checked by the checker that 'dlx verify' has. There "
          "is\n"
          "a line for each puzzle whose certificate is missing, wrong, or "
          "that\n"
          "of another puzzle, and one that says how many are proved to have "
          "one\n"
          "solution, none, or several (at least the two that the archive "
          "has).\n"
          "--json and --format=csv have a line for each puzzle.\n"
          "\n"
          "The exit code is 0 only if all is proved. --memory bounds what the\n"
          "certificates ask to be kept, and --timeout the time for each.",
      .example =
          "sudoku check puzzles.txt --certificate=puzzles.proof\n"
          "sudoku verify puzzles.txt puzzles.proof",
      .flags = WithRuleFlags(
          WithCommonFlags({"shard", "timeout", "memory", "threads"})),
      .min_arguments = 2,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Verify>,
  };
}

cli::Command CountCommand() {
  return {
      .name = "count",
      .arguments = kPuzzles,
      .summary = "Count the solutions.",
      .help =
          "There is a line for each puzzle, which ends with the number of its\n"
          "solutions. If a limit came first, the number is that of the\n"
          "solutions found so far, after the words 'at least', and the exit\n"
          "code is 75. Without --threads, all processors share the work.\n"
          "\n"
          "With --estimate, the number is one that random probes of the "
          "search\n"
          "tree suggest, after the word 'about', with the interval in which "
          "it\n"
          "lies with a probability of 95 %; it takes 10 seconds for a puzzle,\n"
          "or --timeout. Where the tree is small, it is exact.\n"
          "\n"
          "With --up-to-symmetry, two solutions are one if rows, columns and\n"
          "digits can change places so that the rules and the clues of the\n"
          "puzzle stay what they are, and the one becomes the other. The\n"
          "symmetries are found, for grids of any kind; puzzles with rules "
          "are\n"
          "refused.",
      .example =
          "sudoku count ................\n"
          "sudoku count ................ --up-to-symmetry",
      .flags = WithRuleFlags(WithCommonFlags(
          {"shard", "limit", "estimate", "up-to-symmetry=up_to_symmetry",
           "timeout", "nodes", "engine", "threads"})),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Count>,
  };
}

cli::Command EnumerateCommand() {
  return {
      .name = "enumerate",
      .arguments = kPuzzles,
      .summary = "Print all solutions, as they are found.",
      .help =
          "There is a line for each solution. Their order is always the same;\n"
          "with --lexicographic it is that of the lines. If --limit stops the\n"
          "search before its end, the exit code is 75. Without --threads, one\n"
          "thread does the work; with several, the order may be another one,\n"
          "but it is always the same.",
      .example = "sudoku enumerate 1...2.......3..4 --lexicographic",
      .flags = WithRuleFlags(
          WithCommonFlags({"shard", "limit", "lexicographic", "timeout",
                           "nodes", "engine", "threads"})),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Enumerate>,
  };
}

cli::Command SampleCommand() {
  return {
      .name = "sample",
      .arguments = kPuzzles,
      .summary = "Print solutions at random.",
      .help =
          "Of a puzzle with many solutions, each is as likely as any other\n"
          "one, and none depends on those before it. The same --seed gives "
          "the\n"
          "same solutions. Where too few clues leave too many solutions to be\n"
          "put into a diagram (see 'dlx help compile'), there is an error.",
      .example = "sudoku sample 12.............. -n 3 --seed=1",
      .flags =
          WithRuleFlags(WithCommonFlags({"n", "seed", "timeout", "memory"})),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Sample>,
  };
}

cli::Command ShowCommand() {
  return {
      .name = "show",
      .arguments = kPuzzles,
      .summary = "Show puzzles with their candidates, as text or SVG.",
      .help =
          "Clues stand in [brackets], candidates are small digits. The digits\n"
          "that can be filled in at sight, naked and hidden singles, are\n"
          "listed, and marked on terminals and in pictures. --nocandidates\n"
          "shows the bare grid.\n"
          "\n"
          "--propagate shows what Norvig's two rules leave. --peers=C2 lists\n"
          "the houses and peers of a cell, and shades them; --cell=C2 tells\n"
          "how its candidates come about, and why its digit follows.\n"
          "--cell-names writes the names of the cells into them.\n"
          "\n"
          "Rules of a variant are listed in words, and drawn with --svg.\n"
          "\n"
          "--counts shows in how many solutions each candidate is, without "
          "going\n"
          "through them; as a heat map with --svg, or --html for all "
          "puzzles.\n"
          "Where too few clues leave too many solutions, there is an error.\n"
          "\n"
          "--html writes a page to print, of all the puzzles.\n"
          "\n"
          "--matrix shows the exact cover problem of the puzzle instead: the\n"
          "options that the clues leave, in the format that 'dlx' reads, or\n"
          "with --svg as a picture. With --all-rows, only cells with a clue\n"
          "lose options.",
      .example =
          "sudoku show 1..4..1..2..3..2\n"
          "sudoku show --cell-names --names=A1\n"
          "sudoku show --peers=C2 --names=A1\n"
          "sudoku show 1..4..1..2..3..2 --cell=r2c1\n"
          "sudoku show 1..4..1..2..3..2 --solution --svg > puzzle.svg\n"
          "sudoku show 1....2....3..... --counts\n"
          "sudoku show 1..4..1..2..3..2 --matrix | dlx count -",
      .flags = WithRuleFlags(WithCommonFlags(
          {"candidates", "solution", "counts", "propagate", "peers", "cell",
           "cell-names=cell_names", "svg", "matrix", "all-rows=all_rows",
           "html=print_page", "title=page_title", "per-sheet=per_sheet",
           "timeout", "memory"})),
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Show>,
  };
}

cli::Command MinimalCommand() {
  return {
      .name = "minimal",
      .arguments = kPuzzles,
      .summary = "Tell whether every clue is needed, or remove clues.",
      .help =
          "There is a line for each puzzle: 'minimal', or 'not minimal' and\n"
          "the clues and rules without which, each alone, the solution would\n"
          "still be unique. The exit code is 0 only if every puzzle is\n"
          "minimal.\n"
          "\n"
          "With --reduce, clues (no rules) are removed from the last cell to\n"
          "the first,\n"
          "or in a random order that --seed determines. If a limit comes "
          "first\n"
          "the exit code is 75, and clues that are not needed may be left.",
      .example =
          "sudoku minimal puzzles.txt\n"
          "sudoku minimal --reduce --seed=7 puzzles.txt",
      .flags =
          WithRuleFlags(WithCommonFlags({"shard", "reduce", "seed", "timeout",
                                         "nodes", "engine", "threads"})),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Minimal>,
  };
}

cli::Command CanonicalCommand() {
  return {
      .name = "canonical",
      .arguments = kPuzzles,
      .summary = "Print the smallest puzzle that is the same in disguise.",
      .help =
          "Renaming digits, exchanging rows or columns within a band of "
          "boxes,\n"
          "exchanging bands, and turning rows into columns make another\n"
          "puzzle that is hardly a new one. Two puzzles\n"
          "are the same in this sense if their canonical forms are equal.\n"
          "This is for puzzles of boxes up to 12x12; for others the exit code\n"
          "is 2. With --json, the way from the puzzle to its form is told, "
          "too\n"
          "(more: sudoku shuffle --help).\n"
          "\n"
          "--classes tells which puzzles of the input are the same in "
          "disguise,\n"
          "and how many there are but for that.",
      .example =
          "sudoku canonical puzzles.txt\n"
          "sudoku canonical puzzles.txt --classes",
      .flags = WithCommonFlags({"classes", "shard", "threads"}),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithSettings<Canonical, ForRules::kNoSymmetry>,
  };
}

cli::Command ShuffleCommand() {
  return {
      .name = "shuffle",
      .arguments = kPuzzles,
      .summary = "Print the same puzzle in a random disguise.",
      .help =
          "Digits get other names, rows and columns change places within "
          "their\n"
          "bands, bands and stacks change places, and rows may become "
          "columns.\n"
          "All disguises have the same probability; --count prints several of\n"
          "each puzzle, and --seed the same ones again.\n"
          "\n"
          "With --json, the way from the puzzle to its disguise is told, too,\n"
          "as 'canonical' does: whether rows and columns were exchanged "
          "first,\n"
          "which row and which column each one was, and what each digit is\n"
          "called. This is for puzzles of boxes; for others the exit code is "
          "2.",
      .example =
          "sudoku shuffle 1..4..1..2..3..2\n"
          "sudoku shuffle puzzles.txt --seed=7 --count=3",
      .flags = WithCommonFlags({"count", "seed"}),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithSettings<Shuffle, ForRules::kNoSymmetry>,
  };
}

std::string ConvertHelp() {
  std::string help =
      "The formats of --to, and what they are:\n"
      "\n";
  for (const WrittenFormat& format : WrittenFormats()) {
    absl::StrAppend(&help, absl::StrFormat("  %-15s %s\n", format.name,
                                           format.description));
  }
  absl::StrAppend(
      &help,
      "\n"
      "Whatever is written can be read again. A puzzle with something that a\n"
      "format cannot keep, such as diagonals or rules, is not written, and\n"
      "the exit code is 2. A line, json, f-puzzles and SudokuPad keep rules,\n"
      "diagonals and boxes of any shape; sudokupad-json keeps of rules only\n"
      "cages, sums, AllDifferent, Diagonal, AntiKnight and AntiKing.");
  return help;
}

cli::Command ConvertCommand() {
  // The texts of commands live as long as the program.
  static const auto* const help = new std::string(ConvertHelp());
  return {
      .name = "convert",
      .arguments = kPuzzles,
      .summary = "Write puzzles in the format of another program or language.",
      .help = *help,
      .example =
          "sudoku convert puzzles.txt --to=csv > puzzles.csv\n"
          "sudoku convert 1..4..1..2..3..2 --to=python\n"
          "sudoku convert puzzles.txt --to=f-puzzles | sudoku convert -",
      .flags = WithRuleFlags(
          WithInputFlags({"to", "propagate", "stats", "progress"})),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Convert>,
  };
}

cli::Command CompareCommand() {
  std::vector<absl::string_view> flags = CompareFlagNames();
  flags.push_back("json");
  flags = WithInputFlags(std::move(flags));
  flags.push_back("progress");
  return {
      .name = "compare",
      .arguments = kPuzzles,
      .summary = "Let every method solve the same puzzles, side by side.",
      .help =
          "There is a line for each method: its verdict, its processor time,\n"
          "the ratio to the fastest of those that know the answer, and the\n"
          "number of its steps. With files, the lines tell how many verdicts\n"
          "of each kind there were, and how the times of all puzzles are\n"
          "distributed: the median, what 95 % do not exceed, and the worst\n"
          "puzzle. A method that gives up at a limit counts with the time\n"
          "of processors that it took until then ('> 0.87 s'), which on a\n"
          "busy computer is less than the real time that it was given\n"
          "(--max-time).\n"
          "\n"
          "Short runs are repeated, for a tenth of a second a method (or a\n"
          "millisecond, if there are many puzzles), and the best of ten\n"
          "rounds counts. What is done once for all puzzles of a kind is left\n"
          "out. The time of other programs includes their start.\n"
          "Solutions are checked, and methods that contradict each other are\n"
          "an error (exit code 1).\n"
          "\n"
          "--plot draws times as bars, or for files as histograms, on a\n"
          "logarithmic axis; --plot-of chooses steps, clues, or the speed-up\n"
          "by the number of threads instead.",
      .example =
          "sudoku compare 1..4..1..2..3..2 --methods=moler,norvig\n"
          "sudoku compare puzzles.txt --methods=own --max-time=100ms",
      .flags = std::move(flags),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithSettings<Compare, ForRules::kNoMethod>,
  };
}

cli::Command WatchCommand() {
  return {
      .name = "watch",
      .arguments = "PUZZLE|FILE|-",
      .summary = "Watch how a method solves a puzzle, step by step.",
      .help =
          "The methods to watch are brute_force, backtracking, moler,\n"
          "norvig, coloring, algorithm_x, dancing_links, annealing, tabu,\n"
          "genetic, and for a blank board root. A step is a digit that is\n"
          "tried, one that follows, a candidate that is ruled out, a dead "
          "end,\n"
          "a guess that is taken back, or an exchange of two digits.\n"
          "\n"
          "On a terminal the search is played: space plays and pauses, the\n"
          "arrow keys (or s and b) go a step forward or back, the page keys a\n"
          "twentieth of all steps, + and - change the speed, g goes to the\n"
          "step that is typed after it, c shows and hides candidates, 0 and e\n"
          "go to the start and the end, q quits.\n"
          "The window decides how large the grid is. Without a terminal a\n"
          "single step is printed.\n"
          "\n"
          "With --html or --svg the search becomes a page for a browser, or\n"
          "a sequence of pictures; with --film, one picture that moves; with\n"
          "--tree, a picture of the search tree; with --plot, of methods that\n"
          "throw dice, their mistakes as time goes on. --list tells the steps\n"
          "in words.",
      .example =
          "sudoku watch 1..4..1..2..3..2 --method=moler --at-step=3\n"
          "sudoku watch 1....2....3....4 --method=algorithm_x --html=4x4.html\n"
          "sudoku watch 1..4..1..2..3..2 --svg pictures --every=2\n"
          "sudoku watch 1..4..1..2..3..2 --method=backtracking "
          "--film=film.svg\n"
          "sudoku watch 1..4..1..2..3..2 --method=norvig --list",
      .flags = WithInputFlags(WatchFlagNames()),
      .min_arguments = 1,
      .max_arguments = 1,
      .run = WithSettings<Watch, ForRules::kNoMethod>,
  };
}

cli::Command StudyCommand() {
  return {
      .name = "study",
      .arguments = kPuzzles,
      .summary =
          "Tell about a puzzle and its grid what those ask who study "
          "them.",
      .help =
          "Of each puzzle: the symmetry of its clues; its automorphisms (the\n"
          "ways to rename digits, and to move rows and columns, that change\n"
          "nothing) and the number of its disguises, for puzzles of boxes up\n"
          "to 12x12; how many of its solutions, if there are several, are\n"
          "essentially different: no such way takes one to the other; its\n"
          "backdoors, the smallest sets of cells whose digits make singles\n"
          "solve it, if they have up to 3 cells.\n"
          "\n"
          "If there is one solution, of that grid: its automorphisms and\n"
          "disguises; its bands in canonical form, up to 9x9; how many "
          "minimal\n"
          "unavoidable sets there are, by their sizes; and how few clues a\n"
          "puzzle of this grid can have. That is proved number by number, "
          "from\n"
          "0 on, as far as --nodes (200000) or --timeout allow. The time is\n"
          "for all of a puzzle: what it is not enough for is left out.",
      .example =
          "sudoku study 1..4..1..2..3..2\n"
          "sudoku study puzzles.txt --only=bands,backdoors --format=csv",
      .flags = WithCommonFlags(
          {"only", "digits", "timeout", "nodes", "engine", "threads"}),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithSettings<StudyPuzzles, ForRules::kNoSymmetry>,
  };
}

cli::Command ExplainCommand() {
  return {
      .name = "explain",
      .arguments = kPuzzles,
      .summary = "Solve puzzles step by step as people do, with reasons.",
      .help =
          "There is a line for each step: the technique, what it rests on, "
          "and\n"
          "what follows. The next step is always one of the easiest technique\n"
          "that leads on, by the ratings of Sudoku Explainer. Candidates that\n"
          "the input has are where the steps begin. The techniques are those\n"
          "of HoDoKu, but for templates, kraken fish and forcing chains. "
          "Where\n"
          "none of these leads on, the steps end.\n"
          "\n"
          "--order=hodoku takes the techniques by HoDoKu's level and score,\n"
          "--order=se the steps of Sudoku Explainer 1.2.1, up to forcing\n"
          "chains within forcing chains. --techniques=FILE says which\n"
          "techniques, in which order, and what they score: a line of it is\n"
          "x-wing, or x-wing 120.\n"
          "\n"
          "--html=FILE writes a page for a browser, too: the steps of one\n"
          "puzzle as pictures, with the pattern of each.\n"
          "\n"
          "--nouniqueness does without what rests on there being one\n"
          "solution. Puzzles with none or several are an error.",
      .example =
          "sudoku explain 1..4..1..2..3..2\n"
          "sudoku explain puzzles.txt --json\n"
          "sudoku explain 1..4..1..2..3..2 --html=steps.html",
      .flags = WithCommonFlags({"html=steps_page", "order", "techniques",
                                "uniqueness", "timeout", "threads"}),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<ExplainPuzzles>,
  };
}

cli::Command HintCommand() {
  return {
      .name = "hint",
      .arguments = kPuzzles,
      .summary = "Tell where to look for the next step.",
      .help =
          "Says where the easiest technique leads on. --more names it, too,\n"
          "and what it rests on; --more --more tells the whole step (see\n"
          "sudoku explain --help). --all_steps tells all steps that lead on\n"
          "from here, those of the techniques of --techniques=FILE, or of all\n"
          "that are used. --svg draws the step.",
      .example =
          "sudoku hint 1..4..1..2..3..2\n"
          "sudoku hint 1..4..1..2..3..2 --more --more\n"
          "sudoku hint 1..4..1..2..3..2 --svg > step.svg",
      .flags =
          WithCommonFlags({"all_steps", "more", "svg", "order", "techniques",
                           "uniqueness", "timeout", "threads"}),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<Hint>,
  };
}

cli::Command RateCommand() {
  return {
      .name = "rate",
      .arguments = kPuzzles,
      .summary = "Tell how hard puzzles are for people.",
      .help =
          "There is a line for each puzzle: the rating of its hardest step, "
          "of\n"
          "the hardest one up to the first digit, and of the first one, as\n"
          "Sudoku Explainer rates techniques (ER/EP/ED); the sum of HoDoKu's\n"
          "scores of the steps; HoDoKu's level of the hardest step, and its\n"
          "technique. The ratings are those of the steps of Sudoku Explainer,\n"
          "if the puzzle has rows, columns and boxes only; scores are those "
          "of\n"
          "the steps of 'sudoku explain'. With --order=se they are those of\n"
          "Sudoku Explainer's steps, which is faster. Where the steps do not "
          "solve it, the rating has the "
          "word\n"
          "'above', or the level is 'needs-trying'.\n"
          "\n"
          "--where='er>=7.1 && clues<=24' writes only those puzzles: er, ep, "
          "ed,\n"
          "score and clues are compared by >=, <=, >, <, = and !=. --sort=er\n"
          "sorts them, --sort=-er with the greatest first; then nothing is\n"
          "written before all are rated. What the steps do not reach counts "
          "as\n"
          "greater than all numbers. Of files, a summary follows on standard\n"
          "error: the mean and the greatest ER, and how often each technique\n"
          "is the hardest. --plot=FILE draws how many puzzles have which\n"
          "ratings.",
      .example =
          "sudoku rate puzzles.txt\n"
          "sudoku rate puzzles.txt --where='er>=7.1 && clues<=24' --sort=er\n"
          "sudoku rate puzzles.txt --format=csv > ratings.csv\n"
          "sudoku rate puzzles.txt --plot=ratings.svg",
      .flags = WithCommonFlags({"where", "sort", "plot=ratings_plot", "order",
                                "techniques", "uniqueness", "shard", "timeout",
                                "threads"}),
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithRules<RatePuzzles>,
  };
}

cli::Command GenerateCommand() {
  return {
      .name = "generate",
      .summary = "Make puzzles at random.",
      .help =
          "Every puzzle has exactly one solution. Clues are taken away from a\n"
          "full grid, in a random order, as long as that is so; without\n"
          "--clues and --symmetry, every clue is then needed. All 9x9 grids\n"
          "have the same probability, and grids of other kinds nearly.\n"
          "\n"
          "A single puzzle is written as a grid, several as lines. The same\n"
          "--seed makes the same puzzles, whatever the number of --threads;\n"
          "without it, they are others each time (--stats and --json name the\n"
          "seed). --html writes a page to print, with the solutions at its\n"
          "end.\n"
          "\n"
          "The difficulty is 0 if singles alone solve the puzzle, otherwise\n"
          "the nodes that dancing_links visits to solve it and to prove that\n"
          "there is no other solution. --rating, --technique and --level ask\n"
          "for what the steps of people are like (see sudoku rate --help): "
          "grids\n"
          "are drawn until one gives such a puzzle. The rating is that of the\n"
          "steps of Sudoku Explainer; techniques that it alone has are looked\n"
          "for among its steps, all others, and the level, among those of\n"
          "'sudoku explain'.\n"
          "\n"
          "With --rule or --zero, clues are added at random until there is "
          "one\n"
          "solution, and those that are not needed are taken away again, as "
          "far\n"
          "as a short search tells. A question mark in a rule is the number\n"
          "that fits a grid drawn at random, as in Cage~?~R1C1~R1C2 or\n"
          "Skyscraper~C1~?~?, and --with-rules makes whole rules so: a killer\n"
          "from Cage, dots from WhiteDot,BlackDot: all dots, and none is "
          "taken\n"
          "away, if --rule says StrictKropki or another rule by which all are\n"
          "given.\n"
          "\n"
          "Few clues (below 19 for 9x9) and patterns of few cells can take\n"
          "very long, and some do not exist. --attempts bounds the work on a\n"
          "puzzle, in the same way each time, and --timeout all of it; what\n"
          "was made until then is written, and the exit code is 75.",
      .example =
          "sudoku generate --seed=1\n"
          "sudoku generate --count=5 --symmetry=half-turn --difficulty=easy\n"
          "sudoku generate --rating=4.2-5.0 --format=line\n"
          "sudoku generate --technique=xy-chain --attempts=5000\n"
          "sudoku generate --count=12 --size=6 --html=print.html\n"
          "sudoku generate --rule=AntiKnight.Cage~6~R1C1~R1C2~R1C3\n"
          "sudoku generate --rule=AntiKnight --with-rules=Cage,WhiteDot\n"
          "sudoku generate --count=8 --html=book.html --title=Monday "
          "--per-sheet=2",
      .flags = GenerateFlagNames(),
      .run = WithRules<Generate>,
  };
}

cli::Command MergeCommand() {
  return {
      .name = "merge",
      .arguments = "FILE|-...",
      .summary = "Add up the summaries of the shards of a large input.",
      .help =
          "A file that is too large for one machine can be parted among\n"
          "several: 'sudoku solve BIG --shard=3/100 --json' does the third of\n"
          "a hundred parts. Each line is in exactly one of them; so a puzzle\n"
          "must be on one line (files in which it is not are refused). Places\n"
          "are then those in the shard: 'BIG (3/100):17'.\n"
          "\n"
          "'sudoku merge' reads what was written so, and prints the sum of "
          "the\n"
          "summaries as JSON. The exit code is 75 if a shard is missing, and\n"
          "65 if one is there twice, or they are not all of the same input.",
      .example =
          "sudoku check BIG --shard=3/100 --json > 3.json\n"
          "sudoku merge *.json",
      .min_arguments = 1,
      .max_arguments = cli::kAnyNumber,
      .run = WithSettings<Merge, ForRules::kNoMethod>,
  };
}

constexpr absl::string_view kEpilogue =
    R"(A PUZZLE is a line of cells, row by row, with . or 0 for an empty cell. A FILE
holds any number of puzzles: lines, grids, .sdk, .sdm, .ss, CSV, JSON, arrays of
programming languages, addresses of f-puzzles and others, lists of candidates;
puzzles of 4x4 to 36x36; irregular ones as CELLS|REGIONS.
- is standard input. Lines that begin with # are comments.

Input that is no puzzle is reported on standard error with its file and line,
and the work goes on.

Environment:
  DLX_CPU  use no better vector instructions than these: scalar, sse4, avx2,
           avx512 or avx512_dl; for measurements

Exit codes:
  0    finished; 'check', 'verify' and 'minimal': the answer is yes for every
       puzzle
  1    'check', 'verify' and 'minimal': the answer is no for some puzzle;
       'compare': methods contradict each other
  2    the command line makes no sense, or asks for a command, an engine or
       methods that cannot do a puzzle
  65   some of the input is wrong, or there is no puzzle in it
  66   the input cannot be read
  71   there is not enough memory, or --memory allows too little
  74   the output cannot be written
  75   a limit (--limit, --nodes, --timeout, --attempts) was reached
  130  interrupted by Ctrl-C, after printing what was found so far
  141  the reader of the output has gone away
  143  terminated, after printing what was found so far

Colours are used on terminals only, and not if NO_COLOR is set.)";

std::vector<std::string> MethodsToCompare() {
  std::vector<std::string> names = {"all", "own", "external"};
  for (const Method& method : AllMethods()) names.emplace_back(method.name);
  return names;
}

std::vector<std::string> Difficulties() { return {"easy", "medium", "hard"}; }

std::vector<std::string> MethodsToWatch() {
  std::vector<std::string> names;
  for (const Method& method : AllMethods()) {
    if (method.tells_events) names.emplace_back(method.name);
  }
  return names;
}

cli::Program SudokuProgram() {
  return {
      .name = "sudoku",
      .version = DLX_VERSION,
      .summary = "Solves, checks, counts and draws Sudoku puzzles of any size.",
      .commands = {SolveCommand(), CheckCommand(), VerifyCommand(),
                   CountCommand(), EnumerateCommand(), SampleCommand(),
                   ShowCommand(), MinimalCommand(), CanonicalCommand(),
                   ShuffleCommand(), ConvertCommand(), GenerateCommand(),
                   StudyCommand(), ExplainCommand(), HintCommand(),
                   RateCommand(), CompareCommand(), WatchCommand(),
                   MergeCommand()},
      .flag_choices =
          WithCommonChoices({{"to", FormatsToWrite},
                             {"table_format", TableFormats},
                             {"plot_of", ThingsToPlot},
                             {"methods", MethodsToCompare},
                             {"method", MethodsToWatch},
                             {"order", cli::NamesOf<Orders>},
                             {"sort", RatingOrders},
                             {"symmetry", SymmetriesOfClues},
                             {"difficulty", Difficulties},
                             {"technique", TechniqueWords},
                             {"level", LevelNames},
                             {"only", StudyParts},
                             {"per_sheet", cli::NamesOf<PuzzlesPerSheet>}}),
      .epilogue = kEpilogue};
}

}  // namespace
}  // namespace sudoku::tool

int main(int argc, char** argv) {
  return cli::RunProgram(sudoku::tool::SudokuProgram(), argc, argv);
}
