/** The SDK's SNS client, loaded by the first push or text message. */
export {
  CreatePlatformEndpointCommand,
  DeleteEndpointCommand,
  EndpointDisabledException,
  InvalidParameterException,
  NotFoundException,
  PublishCommand,
  SNSClient,
} from "@aws-sdk/client-sns";
