// SPDX-License-Identifier: MIT
#include "tests/test_main.h"

#include <cstdio>
#include <filesystem>
#include <map>
#include <string>

namespace {

std::map<std::string, draftscope::RunTest>& tests()
{
    static std::map<std::string, draftscope::RunTest> all;
    return all;
}

} // namespace

bool draftscope::nameTest(const char* file, RunTest run)
{
    tests()[std::filesystem::path(file).stem().string()] = run;
    return true;
}

int main(int argc, char** argv)
{
    // A program of one test may have any name.
    const auto test =
        tests().size() == 1 ? tests().begin() : tests().find(std::filesystem::path(argv[0]).filename().string());
    if (test != tests().end())
        return test->second(argc, argv);
    std::fprintf(stderr, "This program is run by the name of one of its tests, which lie beside it as links:\n");
    for (const auto& [name, run] : tests())
        std::fprintf(stderr, "  %s\n", name.c_str());
    return 2;
}
