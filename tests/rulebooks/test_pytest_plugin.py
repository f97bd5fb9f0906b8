"""The pytest plugin, tried on small projects of its own."""

import pytest

pytest_plugins = ["pytester"]

PAGE = """# Whist

A game of tricks.

## 1 Play

- **1.1** Follow suit. [RU]
- **1.2** The highest card takes the trick. [RU, D]
"""


@pytest.fixture
def project(pytester: pytest.Pytester) -> pytest.Pytester:
    """A project with a rulebook of two rules."""
    pytester.makeini("[pytest]\nrulebooks = rules\naddopts = --strict-markers -p no:cacheprovider")
    pytester.mkdir("rules").joinpath("whist.md").write_text(PAGE, encoding="utf-8")
    return pytester


def named(*marks: str) -> str:
    """A page of tests, one for each of the marks, which name rules."""
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
            "1 of 2 rules are named by a test; all have to be",
            "no test names whist 1.2: The highest card takes the trick.",
        ]
    )


def test_without_a_report_nothing_is_said(project: pytest.Pytester) -> None:
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
    result.stdout.fnmatch_lines(["0 of 2 rules are named by a test; all have to be"])


def test_without_rulebooks_there_is_nothing_to_report(pytester: pytest.Pytester) -> None:
    pytester.makepyfile("def test_nothing():\n    pass")
    result = pytester.runpytest("--rule-report")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["there are no rulebooks: *", "0 of 0 rules are named by a test"])


def test_the_mark_is_known(project: pytest.Pytester) -> None:
    project.runpytest("--markers").stdout.fnmatch_lines(
        ["@pytest.mark.rule(game, *numbers): the rules of a rulebook that the test checks"]
    )


@pytest.mark.parametrize(
    ("mark", "message"),
    [
        ('"whist", "1.3"', "*test_0 names rule 1.3 of whist, which is not there"),
        ('"whist", "1.1", "2"', "*test_0 names rule 2 of whist, which is not there"),
        ('"chess", "1.1"', "*test_0 names the rulebook 'chess', which is not there"),
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


def test_a_page_that_is_no_text_is_refused(project: pytest.Pytester) -> None:
    project.path.joinpath("rules", "whist.md").write_bytes(b"# Whist \xff")
    result = project.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: *whist.md: 'utf-8' codec can't decode byte 0xff *"])


def test_a_setting_that_names_no_directory_is_refused(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\nrulebooks = ruels")
    result = pytester.runpytest()
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(["ERROR: rulebooks: there is no directory *ruels"])
