import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.opensearch.Version;
import org.opensearch.common.settings.Settings;
import org.opensearch.node.InternalSettingsPreparer;
import org.opensearch.node.Node;
import org.opensearch.plugins.PluginInfo;

/** One OpenSearch node out of its libraries. Arguments: its home directory, then settings as name=value. */
public final class OpenSearchNode extends Node {
  private static final List<String> PLUGINS =
      List.of(
          "org.opensearch.transport.Netty4",
          "org.opensearch.painless.Painless",
          "org.opensearch.index.mapper.MapperExtras");

  /** Version 2 takes classes and version 3 descriptions of them, which only a raw collection is both. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  private OpenSearchNode(Path home, Settings settings, Collection plugins) {
    super(
        InternalSettingsPreparer.prepareEnvironment(settings, Map.of(), home.resolve("config"), () -> "node"),
        plugins,
        false);
  }

  public static void main(String[] arguments) throws Exception {
    Settings.Builder settings = Settings.builder().put("path.home", arguments[0]);
    for (int at = 1; at < arguments.length; at++) {
      String[] setting = arguments[at].split("=", 2);
      settings.put(setting[0], setting[1]);
    }
    Collection<Object> plugins = Version.CURRENT.major < 3 ? classes() : descriptions();
    Node node = new OpenSearchNode(Path.of(arguments[0]), settings.build(), plugins);
    node.start();
    // It lives as long as whoever started it, even one that was killed.
    while (System.in.read() >= 0) {}
    node.close();
    System.exit(0);
  }

  private static Collection<Object> classes() throws ClassNotFoundException {
    Object[] found = new Object[PLUGINS.size()];
    for (int at = 0; at < found.length; at++) found[at] = Class.forName(PLUGINS.get(at) + "Plugin");
    return List.of(found);
  }

  private static Collection<Object> descriptions() {
    return PLUGINS.stream()
        .map(
            name ->
                (Object)
                    new PluginInfo(
                        name, "", "", Version.CURRENT, "", name + "ModulePlugin", "", List.of(), false))
        .toList();
  }
}
