"""The pytest plugin, in small projects of its own."""

from types import SimpleNamespace
from typing import Any

import pytest

from cardrules.rulebooks import pytest_plugin

pytest_plugins = ["pytester"]

PAGE = """# Whist

A game of tricks.

## 1 Play

- **1.1** Follow suit. [RU]
- **1.2** The highest card takes the trick. [RU, D]
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """Make a project with a rulebook of two rules."""
    pytester.makeini("[pytest]\nrulebooks = rules\naddopts = --strict-markers -p no:cacheprovider")
    pytester.mkdir("rules").joinpath("whist.md").write_text(PAGE, encoding="utf-8")
    return pytester


def named(*marks: str) -> str:
    """Return a module with a test for each of the marks, which name rules."""
    tests = (f"@pytest.mark.rule({mark})\ndef test_{number}():\n    pass\n" for number, mark in enumerate(marks))
    return "import pytest\n\n" + "\n".join(tests)


def test_all_rules_are_named(project: pytest.Pytester) -> None:
    project.makepyfile(named('"whist", "1.1"', '"whist", "1.2"'))
    result = project.runpytest("--rule-report")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["*= rules =*", "2 of 2 rules are named by a test"])
    result.stdout.no_fnmatch_line("no test names *")


def test_one_test_may_name_several_rules(project: pytest.Pytester) -> None:
    project.makepyfile(named('"whist", "1.1", "1.2"'))
    assert project.runpytest("--rule-report").ret == pytest.ExitCode.OK


def test_a_rule_without_a_test_fails_the_run(project: pytest.Pytester) -> None:
    project.makepyfile(named('"whist", "1.1"'))
    result = project.runpytest("--rule-report")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(
        [
            "1 of 2 rules are named by a test; all must be",
            "no test names whist 1.2: The highest card takes the trick.",
        ]
    )


def test_without_the_option_nothing_is_reported(project: pytest.Pytester) -> None:
    project.makepyfile(named('"whist", "1.1"'))
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.OK
    result.stdout.no_fnmatch_line("*= rules =*")


def test_a_failed_test_stays_a_failure(project: pytest.Pytester) -> None:
    project.makepyfile(named('"whist", "1.1", "1.2"').replace("pass", "assert False"))
    assert project.runpytest("--rule-report").ret == pytest.ExitCode.TESTS_FAILED


def test_a_run_without_tests_stays_one(project: pytest.Pytester) -> None:
    result = project.runpytest("--rule-report")
    assert result.ret == pytest.ExitCode.NO_TESTS_COLLECTED
    result.stdout.fnmatch_lines(["0 of 2 rules are named by a test; all must be"])


def test_without_rulebooks_there_is_nothing_to_report(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_nothing():\n    pass")
    result = pytester.runpytest("--rule-report")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["no rulebooks: *", "0 of 0 rules are named by a test"])


def test_without_the_setting_a_mark_of_that_name_belongs_to_the_project(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nmarkers = rule: a rule of ours\naddopts = --strict-markers")
    pytester.makepyfile(named("7", '"chess", number=3'))
    result = pytester.runpytest()
    result.assert_outcomes(passed=2)
    pytester.runpytest("--markers").stdout.no_fnmatch_line("*rule(game, [*]numbers)*")


@pytest.mark.parametrize(("numbers", "code"), [('"1.1", "1.2"', pytest.ExitCode.OK), ('"1.2"', 1)])
def test_the_report_is_right_when_tests_run_in_several_processes(
    project: pytest.Pytester, numbers: str, code: int
) -> None:
    """The workers collect the tests; the controller, which collects none, reports."""
    project.makepyfile(named(f'"whist", {numbers}', '"whist", "1.2"'))
    result = project.runpytest_subprocess("--rule-report", "-n", "2", "-p", "xdist")
    assert result.ret == code
    result.assert_outcomes(passed=2)
    named_count = 2 if code == pytest.ExitCode.OK else 1
    result.stdout.fnmatch_lines([f"{named_count} of 2 rules are named by a test*"])


def test_a_worker_hands_the_rules_that_its_tests_name_to_the_controller(project: pytest.Pytester) -> None:
    """What happens in two processes, in one: the worker neither reports nor fails."""
    worker, controller = project.parseconfigure("--rule-report"), project.parseconfigure("--rule-report")
    worker.workeroutput = {}  # type: ignore[attr-defined]  # as pytest-xdist does
    session = pytest.Session.from_config(worker)
    session.exitstatus = pytest.ExitCode.OK
    pytest_plugin.pytest_collection_modifyitems(worker, project.getitems(named('"whist", "1.1"')))
    pytest_plugin.pytest_sessionfinish(session, 0)
    node: Any = SimpleNamespace(config=controller, workeroutput=worker.workeroutput)  # type: ignore[attr-defined]  # set above
    pytest_plugin.pytest_testnodedown(node)
    assert session.exitstatus == 0
    assert pytest_plugin.missing(controller) == ["whist 1.2: The highest card takes the trick."]


def test_a_worker_that_crashes_hands_over_no_rules(project: pytest.Pytester) -> None:
    project.makepyfile("import os\n" + named('"whist", "1.1", "1.2"').replace("pass", "os._exit(3)"))
    result = project.runpytest_subprocess("--rule-report", "-n", "1", "-p", "xdist", "--max-worker-restart=0")
    result.stdout.fnmatch_lines(["0 of 2 rules are named by a test; all must be"])


def test_the_mark_is_known(project: pytest.Pytester) -> None:
    project.runpytest("--markers").stdout.fnmatch_lines(
        ["@pytest.mark.rule(game, *numbers): the rules of a rulebook that the test checks"]
    )


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ('"whist", "1.3"', "*test_0 names rule 1.3 of whist, which does not exist"),
        ('"whist", "1.1", "2"', "*test_0 names rule 2 of whist, which does not exist"),
        ('"chess", "1.1"', "*test_0 names the rulebook 'chess', which does not exist"),
        ('"whist"', '*test_0: a rule is named as in rule("spades", "3.1"), not (\'whist\',)'),
        ("", '*test_0: a rule is named as in rule("spades", "3.1"), not ()'),
        ('"whist", 1.1', '*test_0: a rule is named as in rule("spades", "3.1"), not (\'whist\', 1.1)'),
        ('"whist", "1.1", number="1.2"', '*test_0: a rule is named as in rule("spades", "3.1"), not *'),
    ],
)
def test_a_mark_that_names_no_rule_is_refused(project: pytest.Pytester, mark: str, message: str) -> None:
    project.makepyfile(named(mark))
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])


@pytest.mark.parametrize(
    ("page", "message"),
    [
        ("Whist", "*whist.md: rulebook whist: it must begin with a heading '# Title' and a paragraph"),
        (PAGE.replace(" [RU]", ""), "*whist.md: rulebook whist: a rule is written *"),
        (PAGE.replace("1.2", "1.1"), "*whist.md: rulebook whist: 2 rules have the number 1.1"),
    ],
)
def test_a_page_that_is_no_rulebook_is_refused(project: pytest.Pytester, page: str, message: str) -> None:
    project.path.joinpath("rules", "whist.md").write_text(page, encoding="utf-8")
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines([f"ERROR: {message}"])


def test_a_page_that_is_not_in_utf_8_is_refused(project: pytest.Pytester) -> None:
    project.path.joinpath("rules", "whist.md").write_bytes(b"# Whist \xff")
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *whist.md: 'utf-8' codec can't decode byte 0xff *"])


def test_a_setting_that_names_no_directory_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nrulebooks = ruels")
    result = pytester.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: rulebooks: there is no directory *ruels"])
