"""Tests of the comparison itself: planted differences are seen, and what is made anew is not."""

import pathlib
import tempfile
import unittest

import same_records


class Differences(unittest.TestCase):
    def test_names_the_place_and_both_values(self):
        before = {"launches": [{"counters": {"a": 1, "b": 2}}]}
        after = {"launches": [{"counters": {"a": 1, "b": 3}}]}
        self.assertEqual(same_records.differences(before, after), ["launches[0].counters.b: 2 before, 3 after"])

    def test_sees_what_is_added_and_what_is_lost(self):
        self.assertEqual(len(same_records.differences({"a": 1}, {"b": 1})), 2)
        self.assertEqual(len(same_records.differences({"a": [1]}, {"a": [1, 2]})), 1)

    def test_tells_numbers_of_different_kinds_apart(self):
        self.assertEqual(len(same_records.differences({"a": 1}, {"a": 1.0})), 1)

    def test_leaves_out_what_is_allowed_and_nothing_else(self):
        before, after = {"device": {"id": "x"}}, {"device": {"id": "y", "limits": {"threads": 1}}}
        self.assertEqual(same_records.differences(before, after, ("device.limits",)), ['device.id: "x" before, "y" after'])


class Kept(unittest.TestCase):
    def test_names_the_part_that_changed(self):
        kept = same_records.digests({"launches": [1], "score": 2})
        self.assertEqual(same_records.compared_with_kept({"launches": [1], "score": 3}, kept), ["score: not what was kept"])

    def test_a_new_part_counts_once_it_says_something(self):
        kept = same_records.digests({"score": 2})
        self.assertEqual(same_records.compared_with_kept({"score": 2, "predictions": []}, kept), [])
        self.assertEqual(same_records.compared_with_kept({"score": 2, "predictions": [1]}, kept), ["predictions: not what was kept"])

    def test_a_program_of_which_nothing_is_kept_is_no_success(self):
        self.assertEqual(same_records.compared_with_kept({"score": 2}, None), ["nothing is kept of it"])


class MadeAnew(unittest.TestCase):
    def test_leaves_out_only_those_places(self):
        record = {"created": "today", "program": {"path": "/a", "label": "student"}, "score": 1}
        self.assertEqual(same_records.without(record, same_records.MADE_ANEW), {"program": {"label": "student"}, "score": 1})

    def test_the_bytes_of_a_program_that_was_built_elsewhere_are_no_difference(self):
        here, there = ({"program": {"label": "races/x", "sha256": sha256}, "launches": [1]} for sha256 in ("aa", "bb"))
        self.assertEqual(same_records.without(here, same_records.MADE_ANEW), same_records.without(there, same_records.MADE_ANEW))

    def test_the_batch_of_a_program_is_no_difference_and_its_kernel_is_one(self):
        one, other, third = ({"launches": [{"kernel": kernel, "kernel_mangled": mangled}]}
                             for kernel, mangled in (("k", "_Z7batch_1k"), ("k", "_Z7batch_2k"), ("m", "_Z7batch_2m")))
        self.assertEqual(same_records.without_batch(one), same_records.without_batch(other))
        self.assertNotEqual(same_records.without_batch(other), same_records.without_batch(third))

    def test_a_place_that_is_not_there_is_no_error(self):
        self.assertEqual(same_records.without({"program": None}, ("program.path", "a.b")), {"program": None})


class Programs(unittest.TestCase):
    def test_there_are_twenty_and_each_has_a_file(self):
        self.assertEqual(len(set(same_records.PROGRAMS)), 20)
        for program in same_records.PROGRAMS:
            self.assertTrue((same_records.ROOT / "tests" / "faults" / f"{program}.cu").is_file(), program)

    def test_a_program_without_a_batch_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder, self.assertRaises(ValueError):
            same_records.commands(pathlib.Path(folder))

    def test_labs_are_found(self):
        self.assertIn("coalescing", {lab for lab, _ in same_records.lab_files()})


if __name__ == "__main__":
    unittest.main()
