// The command line of the exact-cover library: `dlx help` tells what it does.

#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "dlx/base/version.h"
#include "tools/cli/command.h"
#include "tools/cli/flag_values.h"
#include "tools/cli/named_values.h"
#include "tools/cli/search_flags.h"
#include "tools/dlx/certificate.h"
#include "tools/dlx/commands.h"
#include "tools/dlx/dance_commands.h"
#include "tools/dlx/run_flags.h"

namespace dlx::tool {
namespace {

// Of the commands that search.
std::vector<absl::string_view> WithSearchFlags(
    std::vector<absl::string_view> flags) {
  for (absl::string_view flag :
       {"timeout", "nodes", "engine", "memory", "branching", "seed", "progress",
        "stats", "threads", "format", "json"}) {
    flags.push_back(flag);
  }
  return flags;
}

// The table of the commands, in the order in which `help` lists them: long, but
// nothing happens in it.
std::vector<cli::Command> Commands() {
  return {
      {
          .name = "solve",
          .arguments = "FILE|-",
          .summary = "Print the exact covers of a problem.",
          .help =
              R"(The problem is read from a file in Knuth's DLX format, or from
standard input if that is -. Covers are printed as they are found:
a comment with the cover's number, and its options, one per line;
an empty line stands between covers. 'dlx check' reads that.

With --json, each cover is a line with its options by their numbers
(from 0, in the order of the file) and by their items, and the last
line is a summary.

Without --threads, one thread does the work; with several, the
order may be another one, but it is always the same.

With --up-to-symmetry or --symmetry=FILE (see 'dlx help count'), there
is one cover of each class: of all that symmetries take to each other,
the smallest, as an ascending list of options, with the number of
covers in the class. All covers are visited to that end.)",
          .example = "dlx make queens 8 | dlx solve - --limit=3",
          .flags = WithSearchFlags({"limit", "up-to-symmetry=up_to_symmetry",
                                    "symmetry=symmetry_file", "certificate",
                                    "certificate-format=certificate_format"}),
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunSolve,
      },
      {
          .name = "count",
          .arguments = "FILE|-",
          .summary = "Print how many exact covers there are.",
          .help =
              R"(When a limit stops the search, the number of covers found so far is
printed, and the exit code is 75. Without --threads, all processors
share the work.

With --resume=FOLDER, what is done is kept in a folder (see 'dlx help
plan'): if the count is stopped, by whatever it is, the same command
goes on from there.

With --certificate, one thread counts, and writes down why there are
so many: 'dlx verify' checks that. With --certificate-format=lrat it
is a proof in LRAT, for checkers of other people, which refutes the
formula in FILE.cnf: the problem as 'dlx convert --to=cnf
--at-most-one=pairwise' writes it, without the covers. That is for
problems with few covers, and without multiplicities and costs.

Engine layers covers the items in a fixed order, on which all depends;
with --order, it is one of your own: the primary items, in the order
in which they are to be covered. 'dlx info --order' writes the one that
it would find itself.

With --up-to-symmetry, covers that a symmetry of the problem takes to
each other are one, and so are covers that differ in nothing but
equal options. No list of covers is made: what each symmetry leaves as
it is is counted, by any engine, one symmetry of each kind. That is for
up to 33,554,432 symmetries, besides ways to permute things (points of
Steiner systems, rows of Latin squares), of which there can be any
number; with --symmetry=FILE, they are those that the lines of a file
generate, written as 'dlx symmetry' does. When a limit comes first,
there are at least so many as printed.)",
          .example = "dlx make langford 8 | dlx count - --stats",
          .flags = WithSearchFlags(
              {"limit", "order=order_file", "up-to-symmetry=up_to_symmetry",
               "symmetry=symmetry_file", "resume", "units", "slice",
               "redo-damaged=redo_damaged", "certificate",
               "certificate-format=certificate_format"}),
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunCount,
      },
      {
          .name = "first",
          .arguments = "FILE|-",
          .summary = "Print one exact cover, or say that there is none.",
          .help =
              R"(The exit code is 0 in both cases; without a cover, nothing is
written to standard output but the summary of --json. Without
--threads, one thread does the work; with several, the cover may be
another one, but it is always the same.

With --up-to-symmetry or --symmetry=FILE (see 'dlx help count'), it is
the smallest cover that symmetries make of the one that is found, and
tells how many there are.)",
          .example = "dlx make queens 30 --organ-pipe | dlx first -",
          .flags = WithSearchFlags({"up-to-symmetry=up_to_symmetry",
                                    "symmetry=symmetry_file", "certificate",
                                    "certificate-format=certificate_format"}),
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunFirst,
      },
      {
          .name = "best",
          .arguments = "FILE|-",
          .summary = "Print the exact covers of least cost.",
          .help =
              R"(The cost of an option is written |COST after its items, and that of
a cover is the sum of its options' costs. The cheapest cover is
printed first. When a limit stops the search, the best covers found
so far are printed, and the exit code is 75. Without --threads, all
processors share the work.

--certificate=FILE writes why no other cover is cheaper, for 'dlx
verify' to check.)",
          .example = "printf 'a b\\na |3\\nb |4\\na b |9\\na b |8\\n' | dlx "
                     "best - --k=2",
          .flags = WithSearchFlags({"k", "certificate"}),
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunBest,
      },
      {
          .name = "check",
          .arguments = "FILE|- [COVERS|-]",
          .summary = "Tell whether sets of options are exact covers.",
          .help =
              R"(COVERS is what 'dlx solve' prints, as text or as JSON, or a file
with an option, or the number of an option, in each line, and empty
lines between sets. Nothing is searched for. There is a line of
output for each set; the exit code is 0 if all are covers, and 1 if
some are not. If FILE is the folder of a run, what is checked is
whether its units are the whole search, and no part of it twice.)",
          .example = "dlx make queens 8 > queens8.dlx\n"
                     "dlx solve queens8.dlx | dlx check queens8.dlx -\n"
                     "dlx check queens8.dlx --options=0,12,23",
          .flags = {"options", "format", "json"},
          .min_arguments = 1,
          .max_arguments = 2,
          .run = RunCheck,
      },
      {
          .name = "verify",
          .arguments = "FILE|- CERTIFICATE|-",
          .summary = "Check the certificate of a number of covers.",
          .help =
              R"(A certificate is what --certificate=FILE of count, solve, first and
best writes. Prints the number of covers, if the certificate proves it;
otherwise says what is wrong, and where, and the exit code is 1. Of a
certificate of best, prints the least costs instead, each on a line; of
one of a count up to symmetry, the number of classes, and up to how
many symmetries. Nothing is searched for, and nothing that searches has
a part in it. docs/certificate.md describes the format.

With --diagram, a file of compile is checked, too: it has exactly these
covers, and at each node the right number of ways, so that those that
'dlx ask DIAGRAM sample' draws are equally likely.

With --lrat, the certificate is also made a proof for checkers of
other people, as --certificate-format=lrat of count does: for problems
with few covers, and without multiplicities and costs. With --veripb,
one of --engine=nogoods is made a proof for VeriPB.)",
          .example =
              "dlx make dominoes 8x8 > dominoes.dlx\n"
              "dlx count dominoes.dlx --certificate=dominoes.certificate\n"
              "dlx verify dominoes.dlx dominoes.certificate",
          .flags = {"lrat", "veripb", "diagram", "timeout", "memory", "stats",
                    "format", "json"},
          .min_arguments = 2,
          .max_arguments = 2,
          .run = RunVerify,
      },
      {
          .name = "info",
          .arguments = "FILE|-",
          .summary = "Describe a problem, and the engine for it.",
          .help =
              R"(Tells the number of items and options, the sizes of the options, the
items with the fewest and the most options, which refinements the
problem makes use of, and which engine would search for its covers,
and why. To find out which engine counts fastest, some of them run
a race, for a second or two if the count would take long; with
--timeout or --nodes, not longer than that.

'order' tells how wide the frontier gets if the items are covered in a
fixed order, as engine layers does, and with it how many states it
expects at most.)",
          .example = "dlx make queens 8 | dlx info -\n"
                     "dlx make dominoes 8x8 | dlx info - --order",
          .flags = {"order=show_order", "timeout", "nodes", "memory", "format",
                    "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunInfo,
      },
      {
          .name = "symmetry",
          .arguments = "FILE|-",
          .summary = "Print the symmetries of a problem.",
          .help =
              R"(A symmetry takes items to items and options to options, and so
covers to covers. Prints how many there are, the name of their group where it is
plain (D4, S3 x S7), in how many orbits items and options are, and symmetries that together make all others: one a
line, in cycles of items. (a b c) takes a to b, b to c, and c to a;
items that are not named stay. Each item may exchange its colours:
(x:red x:blue). Costs and multiplicities stay what they are. Equal
options can be exchanged, besides; that is told apart.

The output can be edited, and then be the FILE of --symmetry, here and
with 'dlx count': only the symmetries that those in it generate.)",
          .example = "dlx make queens 8 | dlx symmetry -\n"
                     "dlx make queens 8 | dlx count - --up-to-symmetry",
          .flags = {"symmetry=symmetry_file", "timeout", "nodes", "memory",
                    "format", "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunSymmetry,
      },
      {
          .name = "explain",
          .arguments = "FILE|-",
          .summary = "Tell why there is no cover.",
          .help =
              R"(Prints items that already cannot be covered together, even if no
other item need be covered: one per line. Without any one of them
the others can be, so all of them are to blame. There may be other
such sets, and smaller ones.

If there is a cover, nothing is printed but a note on standard
error, and with --json the numbers of its options. If a limit
comes first, the set may be larger than it need be, or it may not
be known whether there is a cover; the exit code is 75.

--steps prints what follows without trying, step by step, each with
its reason: an item has one option left; all options of a few items
have the same few items, which no other option can have then; a
chain of items with two ways each; or what follows from an option,
or from each option of an item. It ends at a cover, at an item
without options, or where no further step is found.)",
          .example =
              "printf 'a b c d\\na b\\nb c\\na c\\nd\\n' | dlx explain -\n"
              "dlx explain testdata/dlx/sudoku-17.dlx --steps",
          .flags = {"steps", "timeout", "nodes", "memory", "format", "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunExplain,
      },
      {
          .name = "estimate",
          .arguments = "FILE|-",
          .summary = "Estimate how many covers there are, and how many nodes.",
          .help =
              R"(Goes down the search tree at random, again and again, and tells
from that how large it is and how many covers are in it. Behind a
number stands the interval in which it lies with a probability of
95 %. A small tree is searched to its end, and the numbers are
exact. The nodes are those of dancing_links, about.

Where a few probes tell of nearly all covers, most of such probes
are still to come, and nothing is known about how many covers there
are at the most. Then the lower end is told alone ('at least'): a
twentieth of what the probes say on average, which is too high in
one case of twenty. --json has the average, too, and the upper end
is "inf".

It ends when the number of covers is known to 1 %, or after
--timeout (10 seconds by default) or --nodes; the exit code
is 0 in each case. The same --seed makes the same choices.)",
          .example = "dlx make queens 12 | dlx estimate -",
          .flags = {"timeout", "nodes", "seed", "progress", "format", "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunEstimate,
      },
      {
          .name = "sample",
          .arguments = "FILE|-",
          .summary = "Print exact covers at random.",
          .help =
              R"(Each cover is as likely as any other one, and none depends on
those before it. To that end all covers are put into a diagram (see
'dlx help compile'): there can be very many, but when the diagram
needs more than --memory, there is an error. The same --seed gives
the same covers.

With --up-to-symmetry or --symmetry=FILE (see 'dlx help count'), each
class of covers is as likely as any other one: the smallest cover of
it is printed, with how many there are in the class.)",
          .example = "dlx make dominoes 8x8 | dlx sample - -n 2 --seed=1",
          .flags = {"n", "given", "seed", "up-to-symmetry=up_to_symmetry",
                    "symmetry=symmetry_file", "engine", "timeout", "memory",
                    "branching", "format", "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunSample,
      },
      {
          .name = "tally",
          .arguments = "FILE|-",
          .summary = "Print for each option how many exact covers have it.",
          .help =
              R"(There is a line for each option, in the order of the file: the
number of covers, and the option. No cover is visited, as in 'dlx
sample'.)",
          .example = "dlx make queens 6 | dlx tally -",
          .flags = {"given", "engine", "timeout", "memory", "branching",
                    "format", "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunTally,
      },
      {
          .name = "compile",
          .arguments = "FILE|- [-o] DIAGRAM",
          .summary = "Keep all exact covers in a file, to be asked about.",
          .help =
              R"(Makes a diagram of the covers, which is much smaller than a list of
them, writes it into the file DIAGRAM, and prints how many covers
there are. 'dlx ask' needs that file only, and no search.

A diagram is made of the states of engine layers, or of those of
memo_counter. Both take turns until one is done, each with half of
--memory; with --engine=layers or memo_counter, it is that one alone,
and with multiplicities it is layers. Where a problem falls into parts,
each has a diagram of its own, one behind the other. When there will be
too little memory, there is an error, often long before it is full.)",
          .example =
              "dlx make dominoes 8x8 | dlx compile - -o dominoes.diagram\n"
              "dlx ask dominoes.diagram count",
          .flags = {"o=diagram_file", "given", "engine", "seed", "timeout",
                    "memory", "branching", "stats", "format", "json"},
          .min_arguments = 1,
          .max_arguments = 2,
          .run = RunCompile,
      },
      {
          .name = "ask",
          .arguments = "DIAGRAM QUESTION [K]",
          .summary = "Ask a file that 'dlx compile' has made.",
          .help = R"(The questions are

  count     how many covers there are; with --given=0,3,4, how many
            have all of these options
  first     the first cover
  nth K     cover number K, in the same order; nth 1 is the first one
  covers    all covers, in order, or the first --limit of them
  sample K  K covers at random, or one; all are equally likely
  options   for each option, how many covers have it
  best K    the K covers of least cost, or one
  worst K   the K covers of greatest cost, or one
  costs     least and greatest cost, sum and mean of all covers

A number alone is that cover. With sample, best and worst, K may also
be said with a flag.

A damaged file is an error. Nothing is searched for.)",
          .example = "dlx ask dominoes.diagram nth 1000000\n"
                     "dlx ask dominoes.diagram sample 5 --seed=1\n"
                     "dlx ask dominoes.diagram count --given=0,3",
          .flags = {"given", "limit", "n", "seed", "k", "timeout", "memory",
                    "format", "json"},
          .min_arguments = 2,
          .max_arguments = 3,
          .argument_choices = QuestionsToAsk,
          .argument_with_choices = 2,
          .run = RunAsk,
      },
      {
          .name = "convert",
          .arguments = "FILE|-",
          .summary =
              "Write a problem for another kind of solver, and read back.",
          .help = R"(The formats are

  cnf        clauses (DIMACS), for SAT solvers such as cadical
  opb        pseudo-Boolean constraints, for solvers such as clasp
  lp, mps    integer programs, for glpsol, cbc and others
  asp        answer set programs, for gringo and clasp
  minizinc   constraint models, for minizinc
  json       for programs of your own
  dlx        Knuth's format again
  ec         benchmarks of exact covers, without colours and the like

Solutions of what is written correspond to the covers one to one. Costs
become an objective to minimise, which cnf and ec do not have.

With --read-solution and --from, what a solver has answered is read,
verified, and printed as a cover. The exit code is 1 if it is not a
cover, and 75 if the solver did not come to an end.

With --canonical=FILE, covers are read as 'dlx check' does, and of each
one the smallest that symmetries make of it is printed, with how many
these are: the same for all covers of a class. --symmetry=FILE says up
to which symmetries (see 'dlx help count').)",
          .example = "dlx make queens 8 > queens8.dlx\n"
                     "dlx convert queens8.dlx --to=lp > queens8.lp\n"
                     "dlx first queens8.dlx --json |"
                     " dlx convert queens8.dlx --read-solution=- --from=json\n"
                     "dlx first queens8.dlx |"
                     " dlx convert queens8.dlx --canonical=-",
          .flags = {"to", "at-most-one=at_most_one",
                    "read-solution=read_solution", "from", "canonical",
                    "symmetry=symmetry_file", "timeout", "memory", "format",
                    "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunConvert,
      },
      {
          .name = "show",
          .arguments = "FILE|-",
          .summary = "Show a small problem as a matrix, as text or SVG.",
          .help =
              R"(There is a line for each option, with its name or number, and a
column for each item. With --options or --first, these options are
chosen, and listed above, as in {B, D, F}: a * stands before them,
items that they cover stand in ( ), and options that have one of
those, too, have - instead of 1. --chosen-only shows these alone: with
--first, a cover as a table.

A secondary item that only one option has is the name of that
option, and no column.)",
          .example = "dlx make dominoes 2x3 | dlx show - --first\n"
                     "dlx make dominoes 2x3 | dlx show - --svg > dominoes.svg",
          .flags = {"options=chosen", "first=first_cover",
                    "chosen-only=chosen_only", "svg"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunShow,
      },
      {
          .name = "watch",
          .arguments = "FILE|-",
          .summary =
              "Watch the links dance: unlinked and linked again, one by one.",
          .help =
              R"(The choices are those of engine dancing_links. A step is an item
that is branched on (the one with the fewest options), a node that
is unlinked or linked again, an option that is tried or taken back,
a dead end, or a cover.

On a terminal the dance is played: space plays and pauses, the
arrow keys (or s and b) go a step forward or back, the page keys
a twentieth of all steps, + and - change the speed, g goes to the
step that is typed after it, 0 and e go to the start and the end,
q quits. Without a terminal a single step is printed, or with --list
all of them in words. --html writes a page that plays it, and draws
the links.

--reasons shows what follows without trying (see dlx explain --help,
--steps), as far as it is found.

The problem has at most 60 items and 100 options, no colours and no
multiplicities.)",
          .example = "dlx make dominoes 2x3 | dlx watch - --at-step=12\n"
                     "dlx make dominoes 2x3 | dlx watch - --reasons --list\n"
                     "dlx make dominoes 2x3 | dlx watch - --list\n"
                     "dlx make dominoes 2x3 | dlx watch - --list --build\n"
                     "dlx make dominoes 2x3 | dlx watch - --html=dance.html",
          .flags = {"build", "reasons", "at-step=at_step", "list", "html",
                    "speed", "max-steps=most_steps"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunWatch,
      },
      {
          .name = "plan",
          .arguments = "FILE|- [-o] RUN",
          .summary = "Part a search into units, for many workers or many days.",
          .help =
              R"(Makes the folder RUN, which says everything: the problem, what is
wanted of it, and the units, each of which is the list of the
decisions that lead to it. Any number of 'dlx work RUN', on this
machine or on others that see the folder, then do the units; 'dlx
status RUN' tells how far they are, and 'dlx merge RUN' what comes
out. All of them may be killed at any time and started again.

When --timeout comes first, there are fewer units, which workers part
as they go on.)",
          .example = "dlx make queens 12 | dlx plan - queens12 --units=100\n"
                     "dlx work queens12\n"
                     "dlx merge queens12 --recheck=1%",
          .flags = {"o", "task", "k", "units", "certificates", "timeout"},
          .min_arguments = 1,
          .max_arguments = 2,
          .run = RunPlan,
      },
      {
          .name = "work",
          .arguments = "RUN",
          .summary = "Do units of a run, until nothing is left to do.",
          .help =
              R"(Takes a unit that no worker has, searches it, writes the result
into the folder, and takes the next one. A unit that takes longer
than --slice is split, and its parts are new units: that is also
how much work is lost if a worker is killed.

The exit code is 0 when nothing is left to do, and 75 when --timeout
came first. A worker that finds nothing to do reads the results; if
some are damaged, it says so, and the exit code is 65.)",
          .example = "dlx work RUN --threads=4\n"
                     "dlx work RUN --shard=2/10",
          .flags = {"threads", "timeout", "slice", "lease", "shard", "unit",
                    "redo-damaged=redo_damaged", "engine", "memory",
                    "progress"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunWork,
      },
      {
          .name = "status",
          .arguments = "RUN",
          .summary =
              "Tell how far a run has come, and about how long it takes.",
          .help =
              R"(What is left is estimated from the units that are done. Behind it
stands the interval in which it lies with a probability of 95 %,
if the units that are left are like those that are done.)",
          .example = "dlx status RUN --json",
          .flags = {"format", "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunStatus,
      },
      {
          .name = "merge",
          .arguments = "RUN",
          .summary = "Print what a run came to, after checking all of it.",
          .help =
              R"(Checks that the units are the whole search and no part of it twice,
that each has a result which belongs to it and is not damaged, and
that covers are covers. The exit code is 75 if units are missing or
--timeout comes first, and 65 if something is wrong, which is then
named. With --recheck, some units are searched again with another
engine; with --verify, the certificate of each unit is checked, so that
no engine need be believed, within --memory. --certificate=FILE makes
one certificate of theirs for 'dlx verify' and the whole problem.)",
          .example = "dlx merge RUN --recheck=1%",
          .flags = {"recheck", "verify", "certificate", "memory", "timeout",
                    "format", "json"},
          .min_arguments = 1,
          .max_arguments = 1,
          .run = RunMerge,
      },
      {
          .name = "make",
          .arguments = "NAME",
          .summary = "Write a well-known problem; 'dlx make --help' lists "
                     "their names.",
          .takes_raw_arguments = true,
          .argument_choices = NamesToMake,
          .run = RunMake,
      },
  };
}

constexpr absl::string_view kEpilogue =
    R"(FILE is a problem in Knuth's DLX format, or one of these: an *.ec file
("p ec 7", "s 1 4 7"), sets such as "A = {1, 4, 7}", a table of zeros and
ones. What has a name there is called by it. - is standard input.

Environment:
  DLX_CPU  use no better vector instructions than these: scalar, sse4, avx2,
           avx512 or avx512_dl; for measurements

Exit codes:
  0    finished: every cover that was asked for has been found
  1    'check' or 'convert' was given something that is not a cover, or
       'verify' a certificate that proves nothing
  2    the command line makes no sense
  65   the input is wrong
  66   the input cannot be read
  70   something that should never happen
  71   there is not enough memory, or --memory allows too little
  74   the output cannot be written
  75   a limit (--limit, --nodes, --timeout) was reached; there may be more;
       or the solver whose answer 'convert' reads stopped before the end
  130  interrupted by Ctrl-C, after printing what was found so far
  141  the reader of the output has gone away
  143  terminated, after printing what was found so far

Colours are used on terminals only, and not if NO_COLOR is set.)";

cli::Program DlxProgram() {
  return {.name = "dlx",
          .version = DLX_VERSION,
          .summary =
              "Finds exact covers: sets of options that together have every "
              "item once.",
          .commands = Commands(),
          .flag_choices = {{"engine", cli::NamesOf<cli::Engines>},
                           {"branching", cli::NamesOf<cli::Branchings>},
                           {"format", cli::NamesOf<cli::Formats>},
                           {"to", FormatsToExport},
                           {"from", FormatsToExport},
                           {"at_most_one", WaysToSayAtMostOne},
                           {"certificate_format", CertificateFormatNames},
                           {"task", cli::NamesOf<Tasks>}},
          .epilogue = kEpilogue};
}

}  // namespace
}  // namespace dlx::tool

int main(int argc, char** argv) {
  return cli::RunProgram(dlx::tool::DlxProgram(), argc, argv);
}
