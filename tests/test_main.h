// SPDX-License-Identifier: MIT
// The tests of a folder are one program (tests/CMakeLists.txt): each file names its test class here instead of having a
// main() of its own, and is run through a link to the program that is called as the file.
#pragma once

#include <QTest>

namespace draftscope {

/// Runs one test class with the arguments of the program; the exit status.
using RunTest = int (*)(int argc, char** argv);

/// Says which class the file `file` ("test_heads.cpp") holds. Before main() only. Always true.
bool nameTest(const char* file, RunTest run);

} // namespace draftscope

// A class that is run in an application of that kind; in the file that has it, after it.
#define DRAFTSCOPE_TEST_IN(Application, TestClass)                                                                     \
    [[maybe_unused]] static const bool is##TestClass##Named =                                                          \
        draftscope::nameTest(__FILE_NAME__, [](int argc, char** argv) {                                                \
            Application application(argc, argv);                                                                       \
            TestClass test;                                                                                            \
            return QTest::qExec(&test, argc, argv);                                                                    \
        });
#define DRAFTSCOPE_TEST(TestClass) DRAFTSCOPE_TEST_IN(QCoreApplication, TestClass)
#define DRAFTSCOPE_WINDOW_TEST(TestClass) DRAFTSCOPE_TEST_IN(QApplication, TestClass)
