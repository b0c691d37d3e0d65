#!/usr/bin/env python3
"""Tests of scripts/check-layers."""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
import tempfile
import unittest

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
LOADER = importlib.machinery.SourceFileLoader("check_layers", os.path.join(HERE, "check-layers"))
check = importlib.util.module_from_spec(importlib.util.spec_from_loader("check_layers", LOADER))
LOADER.exec_module(check)

with open(os.path.join(HERE, "layers.txt"), encoding="utf-8") as layers_file:
    REAL = layers_file.read()


def found(*files):
    return check.problems(dict(files), check.Layers(REAL))


class Match(unittest.TestCase):
    def test_longest_pattern_decides(self):
        layers = check.Layers(REAL)
        self.assertEqual(layers.of("targets/tileiras/profile_13_3.cpp"), "targets/*/profile*")
        self.assertEqual(layers.of("targets/profile.h"), "targets/profile*")
        self.assertEqual(layers.of("targets/target.h"), "targets/")
        self.assertEqual(layers.of("targets/tilelang/emit.cpp"), "targets/")
        self.assertEqual(layers.of("harness/campaign/loop.cpp"), "harness/campaign/")
        self.assertEqual(layers.of("oracles/reference/trap.cpp"), "oracles/reference/")
        self.assertIsNone(layers.of("attic/x.cpp"))

    def test_star_stays_within_one_component(self):
        self.assertEqual(check.Layers(REAL).of("targets/a/b/profile.h"), "targets/")


class Edges(unittest.TestCase):
    def test_planted_upward_include_is_named_with_its_line(self):
        messages = found(("core/bad.cpp", '#include <vector>\n#include "ir/program.h"\n'), ("ir/program.h", ""))
        self.assertEqual(len(messages), 1)
        self.assertTrue(messages[0].startswith("core/bad.cpp:2: core/ must not include ir/ (ir/program.h)"))

    def test_permitted_includes(self):
        self.assertEqual(found(("ir/a.cpp", '#include "core/result.h"\n#include "ir/a.h"\n#include <map>\n'),
                               ("app/main.cpp", '#include "harness/campaign/loop.h"\n')), [])

    def test_generators_see_profiles_but_not_the_rest_of_a_target(self):
        self.assertEqual(found(("generators/g.cpp", '#include "targets/tileiras/profile.h"\n')), [])
        self.assertEqual(len(found(("generators/g.cpp", '#include "targets/tileiras/emit.h"\n'))), 1)

    def test_other_forbidden_edges_of_the_design(self):
        for path, include in (("pipeline/p.cpp", "oracles/judge.h"), ("emulator/e.cpp", "ir/program.h"),
                              ("oracles/reference/r.cpp", "oracles/judge.h"), ("harness/h.cpp", "oracles/judge.h"),
                              ("harness/h.cpp", "harness/campaign/loop.h"), ("targets/t.cpp", "harness/sandbox.h")):
            self.assertEqual(len(found((path, f'#include "{include}"\n'))), 1, f"{path} -> {include}")

    def test_detours_are_seen(self):
        header = ("ir/program.h", "")
        self.assertEqual(len(found(("core/a.cpp", "#include <ir/program.h>\n"), header)), 1)
        self.assertEqual(len(found(("core/a.cpp", '  #  include "../ir/program.h"\n'), header)), 1)

    def test_comment_is_no_include(self):
        self.assertEqual(found(("core/a.cpp", '// #include "ir/program.h"\n')), [])

    def test_file_outside_every_layer(self):
        self.assertIn("in no layer", found(("attic/x.cpp", ""))[0])


class Table(unittest.TestCase):
    def test_faults_of_the_table(self):
        for text, part in (("a/ b/", "expected"), ("a/ :\na/ :", "twice"), ("a/ : b/", "not a layer"),
                           ("a/ : b/\nb/ : a/", "cycle a/ -> b/ -> a/")):
            with self.assertRaisesRegex(check.LayersError, part):
                check.Layers(text)


class Command(unittest.TestCase):
    def run_on(self, text):
        with tempfile.TemporaryDirectory() as root:
            for path, content in (("scripts/layers.txt", REAL), ("core/a.cpp", text), ("ir/program.h", "")):
                os.makedirs(os.path.dirname(os.path.join(root, path)), exist_ok=True)
                with open(os.path.join(root, path), "w", encoding="utf-8") as file:
                    file.write(content)
            return subprocess.run([sys.executable, os.path.join(HERE, "check-layers"), "--root", root],
                                  capture_output=True, text=True, timeout=60, check=False)

    def test_exit_status(self):
        good, bad = self.run_on("#include <vector>\n"), self.run_on('#include "ir/program.h"\n')
        self.assertEqual((good.returncode, good.stdout), (0, "layers: 2 files, 0 forbidden includes\n"))
        self.assertEqual(bad.returncode, 1)
        self.assertIn("core/a.cpp:1:", bad.stdout)


if __name__ == "__main__":
    unittest.main()
