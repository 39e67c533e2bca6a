// A bot for games for two that speaks UGI, the Universal Game Interface, on stdin and stdout.
//
// The program on the other side keeps the rules: before each move it sends the position and all legal moves.
// To make a better bot, change choose().

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using Words = std::vector<std::string>;

int connect_four(const std::string& cells, int column);
int reversi(const std::string& cells, const std::string& move);
int desconecta4(const std::string& cells, const std::string& own, int column);
int tron(const Words& words, int move);

// The move to make, one of `moves`. The game can be told by the form of its positions.
std::string choose(const Words& position, const Words& moves) {
    const size_t words = position.size(), cells = words > 0 ? position[0].size() : 0;
    auto worth = [&](const std::string& move) {
        if (words == 1 && cells == 42) return connect_four(position[0], std::stoi(move));
        if (words == 2 && cells == 64) return reversi(position[0], move);
        if (words == 3 && cells == 49) return desconecta4(position[0], position[1], std::stoi(move));
        if (words == 7 && position[2].find(',') != std::string::npos) return tron(position, std::stoi(move));
        return 0;  // a game that this bot does not know: the first of its moves
    };
    return *std::max_element(moves.begin(), moves.end(), [&](auto& one, auto& two) { return worth(one) < worth(two); });
}

struct Step {
    int rows, columns;
};
const Step SIDES[] = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};  // up, down, left, right, as TRON numbers them
const Step LINES[] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

// The longest line that one of these pieces makes where it lands, on a board of seven columns.
int line(const std::string& cells, int column, const std::string& pieces) {
    const int rows = static_cast<int>(cells.size()) / 7;
    int landing = 0;
    while (cells[7 * landing + column] != '0') ++landing;
    // The number of such pieces from there on in one direction.
    auto beyond = [&](int up, int right) {
        int count = 0;
        for (int r = landing + up, c = column + right; r >= 0 && r < rows && c >= 0 && c < 7; r += up, c += right) {
            if (pieces.find(cells[7 * r + c]) == std::string::npos) break;
            ++count;
        }
        return count;
    };
    int longest = 0;
    for (auto [up, right] : LINES) longest = std::max(longest, beyond(up, right) + beyond(-up, -right));
    return 1 + longest;
}

// Long lines of own pieces, then cells where the other side would make one, then the middle.
int connect_four(const std::string& cells, int column) {
    auto count = [&](char piece) { return std::count(cells.begin(), cells.end(), piece); };
    const bool first = count('1') == count('2');
    const int own = line(cells, column, first ? "1" : "2"), other = line(cells, column, first ? "2" : "1");
    return std::max(10 * own, 10 * other - 5) - std::abs(column - 3);
}

// Short lines, since four in a line lose. The bomb, 7, is better than to make a line of three.
int desconecta4(const std::string& cells, const std::string& own, int column) {
    return column == 7 ? -5 : -2 * line(cells, column, own == "1" ? "14" : "25");
}

// Corners, then edges, then the rest; what lies next to an empty corner comes last.
int reversi(const std::string& cells, const std::string& move) {
    if (move == "pass") return 0;
    const int column = move[0] - 'a', row = move[1] - '1';
    const int top = row < 4 ? 0 : 7, left = column < 4 ? 0 : 7;
    const auto [near, far] = std::minmax({std::abs(row - top), std::abs(column - left)});
    if (far == 0) return 3;
    if (far == 1 && cells[8 * top + left] == '-') return -1;
    return near == 0 ? 1 : 0;
}

// Dirt, and free cells around, so that there is a way on.
int tron(const Words& words, int move) {
    if (move == 5) return 0;
    const std::string &cells = words[0], &place = words[1] == "1" ? words[2] : words[3];
    const int size = static_cast<int>(std::sqrt(cells.size()));
    const int row = std::stoi(place) + SIDES[move].rows;
    const int column = std::stoi(place.substr(place.find(',') + 1)) + SIDES[move].columns;
    int free = 0;
    for (auto [down, right] : SIDES) {
        if (std::string("#va").find(cells[size * (row + down) + column + right]) == std::string::npos) ++free;
    }
    const char cell = cells[size * row + column];
    const int dirt = cell <= '9' ? cell - '0' : cell - 'A' + 10;
    return dirt + 2 * free - (free == 0 ? 9 : 0);
}

// The conversation. Words that a bot need not know are skipped.
int main() {
    Words position, moves;
    for (std::string text; std::getline(std::cin, text);) {
        std::istringstream words(text);
        std::string word;
        words >> word;
        if (word == "ugi") {
            std::cout << "id name Kit in C++\nid author you\nsetoption name SendPosition value true\nugiok" << std::endl;
        } else if (word == "isready") {
            std::cout << "readyok" << std::endl;
        } else if (word == "legal") {
            position.clear(), moves.clear();
            while (words >> word && word != "moves") if (word != "fen") position.push_back(word);
            while (words >> word) moves.push_back(word);
        } else if (word == "go") {
            std::cout << "bestmove " << (moves.empty() ? "none" : choose(position, moves)) << std::endl;
        } else if (word == "quit") {
            break;
        }
    }
}
