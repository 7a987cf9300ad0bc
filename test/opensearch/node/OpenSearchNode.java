import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.opensearch.common.settings.Settings;
import org.opensearch.index.mapper.MapperExtrasPlugin;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.painless.PainlessPlugin;
import org.opensearch.transport.Netty4Plugin;

/** One OpenSearch node out of its libraries. Arguments: its home directory, then settings as name=value. */
public final class OpenSearchNode extends Node {
  private OpenSearchNode(Path home, Settings settings) {
    super(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home.resolve("config"), () -> "node"),
        List.of(Netty4Plugin.class, PainlessPlugin.class, MapperExtrasPlugin.class),
        false);
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder().put("path.home", arguments[0]);
    for (int at = 1; at < arguments.length; at++) {
      String[] setting = arguments[at].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    Node node = new OpenSearchNode(Path.of(arguments[0]), settings.build());
    node.start();
    // It lives as long as whoever started it, even one that was killed.
    while (System.in.read() >= 0) {}
    node.close();
    System.exit(0);
  }
}
