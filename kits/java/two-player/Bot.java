import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.function.ToIntFunction;

/**
 * A bot for games for two that speaks UGI, the Universal Game Interface, on stdin and stdout.
 *
 * The program on the other side keeps the rules: before each move it sends the position and all legal moves.
 * To make a better bot, change choose().
 */
public class Bot {
    /** Up, down, left, right, as TRON numbers them. */
    static final int[][] SIDES = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};
    static final int[][] LINES = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

    /** The move to make, one of {@code moves}. The game can be told by the form of its positions. */
    static String choose(String position, List<String> moves) {
        String[] words = position.split(" ");
        String cells = words[0];
        ToIntFunction<String> worth = move -> 0; // a game that this bot does not know: the first of its moves
        if (words.length == 1 && cells.length() == 42) {
            worth = move -> connectFour(cells, Integer.parseInt(move));
        } else if (words.length == 2 && cells.length() == 64) {
            worth = move -> reversi(cells, move);
        } else if (words.length == 3 && cells.length() == 49) {
            worth = move -> desconecta4(cells, words[1], Integer.parseInt(move));
        } else if (words.length == 7 && words[2].contains(",")) {
            worth = move -> tron(words, Integer.parseInt(move));
        }
        return moves.stream().sorted(Comparator.comparingInt(worth).reversed()).findFirst().orElse("none");
    }

    /** Long lines of own pieces, then cells where the other side would make one, then the middle. */
    static int connectFour(String cells, int column) {
        boolean first = cells.replace("1", "").length() == cells.replace("2", "").length();
        int own = line(cells, column, first ? "1" : "2");
        int other = line(cells, column, first ? "2" : "1");
        return Math.max(10 * own, 10 * other - 5) - Math.abs(column - 3);
    }

    /** Short lines, since four in a line lose. The bomb, 7, is better than to make a line of three. */
    static int desconecta4(String cells, String own, int column) {
        return column == 7 ? -5 : -2 * line(cells, column, own.equals("1") ? "14" : "25");
    }

    /** The longest line that one of these pieces makes where it lands, on a board of seven columns. */
    static int line(String cells, int column, String pieces) {
        int landing = 0;
        while (cells.charAt(7 * landing + column) != '0') landing++;
        int longest = 0;
        for (int[] way : LINES) {
            int there = beyond(cells, landing, column, way[0], way[1], pieces);
            longest = Math.max(longest, there + beyond(cells, landing, column, -way[0], -way[1], pieces));
        }
        return 1 + longest;
    }

    /** The number of such pieces from a cell on in one direction. */
    static int beyond(String cells, int row, int column, int up, int right, String pieces) {
        int r = row + up;
        int c = column + right;
        boolean isInside = r >= 0 && r < cells.length() / 7 && c >= 0 && c < 7;
        if (!isInside || pieces.indexOf(cells.charAt(7 * r + c)) < 0) return 0;
        return 1 + beyond(cells, r, c, up, right, pieces);
    }

    /** Corners, then edges, then the rest; what lies next to an empty corner comes last. */
    static int reversi(String cells, String move) {
        if (move.equals("pass")) return 0;
        int column = move.charAt(0) - 'a';
        int row = move.charAt(1) - '1';
        int down = Math.min(row, 7 - row); // from the nearest corner
        int right = Math.min(column, 7 - column);
        char corner = cells.charAt((row < 4 ? 0 : 56) + (column < 4 ? 0 : 7));
        if (down == 0 && right == 0) return 3;
        if (down <= 1 && right <= 1 && corner == '-') return -1;
        return down == 0 || right == 0 ? 1 : 0;
    }

    /** Dirt, and free cells around, so that there is a way on. */
    static int tron(String[] words, int move) {
        if (move == 5) return 0;
        String cells = words[0];
        int size = (int) Math.sqrt(cells.length());
        String[] place = words[1 + Integer.parseInt(words[1])].split(",");
        int to = size * (Integer.parseInt(place[0]) + SIDES[move][0]) + Integer.parseInt(place[1]) + SIDES[move][1];
        IntPredicate isFree = at -> "#va".indexOf(cells.charAt(at)) < 0;
        long free = Arrays.stream(SIDES).filter(way -> isFree.test(to + size * way[0] + way[1])).count();
        return Character.digit(cells.charAt(to), 36) + 2 * (int) free - (free == 0 ? 9 : 0);
    }

    /** The conversation. Words that a bot need not know are skipped. */
    public static void main(String[] arguments) throws IOException {
        BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
        String[] legal = {"", ""};
        for (String line = input.readLine(); line != null && !line.trim().equals("quit"); line = input.readLine()) {
            switch (line.trim().split(" ")[0]) {
                case "ugi" -> System.out.println(
                        "id name Kit in Java\nid author you\nsetoption name SendPosition value true\nugiok");
                case "isready" -> System.out.println("readyok");
                case "legal" -> legal = line.trim().replaceFirst("legal (fen )?", "").split(" ?moves ?", 2);
                case "go" -> System.out.println("bestmove " + choose(legal[0], List.of(legal[1].split(" "))));
                default -> { }
            }
        }
    }
}
