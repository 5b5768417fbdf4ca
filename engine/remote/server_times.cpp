// SPDX-License-Identifier: MIT
#include "engine/remote/server_times.h"

#include <map>
#include <mutex>

#include "engine/core/message.h"

namespace draftscope {
namespace {

std::mutex timesMutex;

std::map<std::string, NetworkTimes, std::less<>>& allServerTimes()
{
    static std::map<std::string, NetworkTimes, std::less<>> times;
    return times;
}

std::string_view withoutWishes(std::string_view address)
{
    address = address.substr(0, address.find('#'));
    while (address.ends_with('/'))
        address.remove_suffix(1);
    return address;
}

} // namespace

NetworkTimes NetworkTimes::since(const NetworkTimes& before) const
{
    return {requests - before.requests, waited - before.waited, computed - before.computed, saysWhatIsComputed,
            draws - before.draws};
}

NetworkTimes timesOfServer(std::string_view address)
{
    const std::scoped_lock lock(timesMutex);
    const auto found = allServerTimes().find(withoutWishes(address));
    return found == allServerTimes().end() ? NetworkTimes() : found->second;
}

void addServerTimes(std::string_view url, const NetworkTimes& times)
{
    const std::scoped_lock lock(timesMutex);
    NetworkTimes& all = allServerTimes()[std::string(withoutWishes(url))];
    all.requests += times.requests;
    all.waited += times.waited;
    all.computed += times.computed;
    all.saysWhatIsComputed = all.saysWhatIsComputed || times.saysWhatIsComputed;
    all.draws += times.draws;
}

std::string inWords(const NetworkTimes& times)
{
    if (times.requests == 0)
        return {};
    std::string words =
        message("{} requests to the server · {:.2f} s until their answers", times.requests, times.waited).text;
    if (times.saysWhatIsComputed)
        words += message(", {:.2f} s of it computing", times.computed).text;
    if (times.draws > 0)
        words += message(" · {} tokens drawn by the server", times.draws).text;
    return words;
}

} // namespace draftscope
