// SPDX-License-Identifier: MIT
// render_lines: reads objects {"template", "variables"}, one a line, and prints {"text"} or {"error", "line"} for
// each. For
// make_jinja_golden.py --check and other comparisons with jinja2.
#include <iostream>
#include <string>

#include "engine/jinja/template.h"

using namespace draftscope::jinja;

int main()
{
    for (std::string line; std::getline(std::cin, line);) {
        const Json asked = Json::parse(line);
        Rendering rendering;
        for (const auto& [name, value] : asked.at("variables").items())
            rendering.variables.emplace_back(name, value);
        const auto text =
            Template::parse(asked.at("template").get<std::string>()).and_then([&](const Template& parsed) {
                return parsed.render(rendering);
            });
        const Json answer =
            text ? Json{{"text", *text}} : Json{{"error", text.error().what}, {"line", text.error().line}};
        std::cout << answer.dump() << std::endl;
    }
}
